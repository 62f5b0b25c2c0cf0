package dev.fovea.contract;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;

/**
 * The run of pads that one image fills, in the token space of the ids beside it.
 *
 * @param offset index of the first pad, at least 0
 * @param length number of pads, at least 1
 */
public record PlaceholderRange(int offset, int length) {

    public PlaceholderRange {
        if (offset < 0 || length <= 0 || offset > Integer.MAX_VALUE - length) {
            throw new RequestException(
                    ErrorCode.INVALID_MM_IMAGE_REF,
                    "placeholder with offset " + offset + " and length " + length + " is no range",
                    "offset must be at least 0 and length at least 1");
        }
    }

    /** Index after the last pad. */
    public int end() {
        return offset + length;
    }

    /** The same run, {@code tokens} further right: rebasing when a sample joins a packed row. */
    public PlaceholderRange shifted(int tokens) {
        return new PlaceholderRange(offset + tokens, length);
    }
}

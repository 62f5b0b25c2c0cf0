package dev.fovea.training.pack;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;

/**
 * A sample that is left out.
 *
 * @param index its number in its source
 * @param what the fault in one clause, for people
 */
public record RefusedSample(int index, SampleFault fault, String what) {

    /** For who does not go on without it. */
    FoveaException asException() {
        String sample = "sample " + index + ": " + what;
        return switch (fault) {
            case DRIFTED, TWO_FAMILIES ->
                new IdentityException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        sample,
                        "offsets drifted from the tokens; this sample must not be trained");
            case UNREADABLE, EMPTY, UNEVEN, LEADING_IMAGE, TOO_LONG ->
                new RequestException(ErrorCode.INVALID_REQUEST, sample, "rebuild the sample");
            case UNSCORED -> new RequestException(ErrorCode.INVALID_REQUEST, sample, "score its group first");
            case RESERVED_NAME -> new RequestException(ErrorCode.INVALID_REQUEST, sample, "rename the environment");
        };
    }
}

package dev.fovea.vision;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.PixelDigest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The pixels of one image as a model takes them.
 *
 * @param grid patches along time, height and width
 * @param width values of one patch row; the array's shape is {@code [grid.patches(), width]}
 * @param form number format of the values
 * @param data row-major values, little endian
 * @param digest SHA-256 of {@code data}
 */
public record PixelPatches(GridThw grid, int width, PixelForm form, ByteBuffer data, PixelDigest digest) {

    public PixelPatches {
        data = data.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        long wanted = (long) grid.patches() * width * form.bytes();
        if (data.remaining() != wanted) {
            throw new IllegalArgumentException(data.remaining() + " bytes of patches where " + wanted + " are due");
        }
    }

    /** The values from the first on; each call gives a buffer of its own. */
    @Override
    public ByteBuffer data() {
        return data.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }
}

package dev.fovea.policy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.PixelDigest;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.PixelPatches;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Pixels by the formula of {@code record_golden.py}. */
final class TestPixels {

    private TestPixels() {}

    static PixelPatches of(GridThw grid, int width, long seed) {
        ByteBuffer data =
                ByteBuffer.allocate(grid.patches() * width * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long i = 0; data.hasRemaining(); i++) {
            data.putFloat((float) ((i * 7919 + seed * 104729) % 2001 / 1000.0 - 1.0));
        }
        return of(grid, width, data.flip());
    }

    static PixelPatches of(GridThw grid, int width, ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        return new PixelPatches(
                grid,
                width,
                PixelForm.FLOAT32,
                data,
                new PixelDigest(ImageHash.of(bytes).hex()));
    }
}

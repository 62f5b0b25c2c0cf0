package dev.fovea.families.qwenvl;

import dev.fovea.vision.RgbImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * Cuts a resized picture into patch rows. Row order: blocks of {@code merge x merge} patches, row by row, and the patches of a
 * block row by row. Column order: channel, frame, row, column; all frames hold the same picture.
 */
final class QwenVlPatches {

    private static final int CHANNELS = 3;

    private final QwenVlSettings settings;

    QwenVlPatches(QwenVlSettings settings) {
        this.settings = settings;
    }

    /** Samples as they are. */
    void putSamples(RgbImage image, ByteBuffer target) {
        int side = settings.patchSize();
        byte[] plane = new byte[side * side];
        forEachPatch(image, (samples, at, stride) -> {
            for (int channel = 0; channel < CHANNELS; channel++) {
                copy(plane, samples, at + channel, stride);
                for (int frame = 0; frame < settings.temporalPatchSize(); frame++) {
                    target.put(plane);
                }
            }
        });
    }

    /** Samples through one table of 256 values a channel. */
    void putValues(RgbImage image, float[][] tables, ByteBuffer target) {
        int side = settings.patchSize();
        float[] plane = new float[side * side];
        FloatBuffer values = target.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        forEachPatch(image, (samples, at, stride) -> {
            for (int channel = 0; channel < CHANNELS; channel++) {
                fill(plane, tables[channel], samples, at + channel, stride);
                for (int frame = 0; frame < settings.temporalPatchSize(); frame++) {
                    values.put(plane);
                }
            }
        });
        target.position(target.position() + Float.BYTES * values.position());
    }

    private void copy(byte[] plane, byte[] samples, int at, int stride) {
        int side = settings.patchSize();
        int to = 0;
        for (int y = 0; y < side; y++) {
            int from = at + y * stride;
            for (int x = 0; x < side; x++) {
                plane[to++] = samples[from];
                from += CHANNELS;
            }
        }
    }

    private void fill(float[] plane, float[] table, byte[] samples, int at, int stride) {
        int side = settings.patchSize();
        int to = 0;
        for (int y = 0; y < side; y++) {
            int from = at + y * stride;
            for (int x = 0; x < side; x++) {
                plane[to++] = table[samples[from] & 0xFF];
                from += CHANNELS;
            }
        }
    }

    private void forEachPatch(RgbImage image, PatchSink sink) {
        int merge = settings.mergeSize();
        int rows = image.size().height() / settings.patchSize();
        int columns = image.size().width() / settings.patchSize();
        int stride = CHANNELS * image.size().width();
        for (int blockRow = 0; blockRow < rows; blockRow += merge) {
            for (int blockColumn = 0; blockColumn < columns; blockColumn += merge) {
                for (int inner = 0; inner < merge * merge; inner++) {
                    int y = (blockRow + inner / merge) * settings.patchSize();
                    int x = (blockColumn + inner % merge) * settings.patchSize();
                    sink.patch(image.samples(), y * stride + CHANNELS * x, stride);
                }
            }
        }
    }

    /** Takes the offset of a patch's first sample, and the distance of its rows. */
    @FunctionalInterface
    private interface PatchSink {
        void patch(byte[] samples, int at, int stride);
    }
}

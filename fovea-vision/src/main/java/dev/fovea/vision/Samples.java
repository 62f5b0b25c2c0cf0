package dev.fovea.vision;

import java.awt.image.DataBufferByte;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;

/** Rows of samples out of a raster: pixel after pixel, band after band. */
final class Samples {

    private Samples() {}

    /** The first three bands of 8-bit pixels. */
    static void copyRgb(Raster raster, byte[] rgb) {
        int width = raster.getWidth();
        int height = raster.getHeight();
        if (raster.getSampleModel() instanceof PixelInterleavedSampleModel model
                && raster.getDataBuffer() instanceof DataBufferByte data
                && raster.getSampleModelTranslateX() == 0
                && raster.getSampleModelTranslateY() == 0) {
            copy(data.getData(), data.getOffset(), model, width, height, rgb);
        } else {
            forEachRow(raster, (row, y) -> copy(row, raster.getNumBands(), rgb, 3 * y * width));
        }
    }

    /** Calls once a row with {@code width * bands} samples. */
    static void forEachRow(Raster raster, RowSink sink) {
        int[] row = new int[raster.getWidth() * raster.getNumBands()];
        for (int y = 0; y < raster.getHeight(); y++) {
            raster.getPixels(raster.getMinX(), raster.getMinY() + y, raster.getWidth(), 1, row);
            sink.row(row, y);
        }
    }

    private static void copy(
            byte[] from, int offset, PixelInterleavedSampleModel model, int width, int height, byte[] rgb) {
        int stride = model.getPixelStride();
        int[] bands = model.getBandOffsets();
        int to = 0;
        for (int y = 0; y < height; y++) {
            int at = offset + y * model.getScanlineStride();
            for (int x = 0; x < width; x++) {
                rgb[to] = from[at + bands[0]];
                rgb[to + 1] = from[at + bands[1]];
                rgb[to + 2] = from[at + bands[2]];
                to += 3;
                at += stride;
            }
        }
    }

    private static void copy(int[] row, int bands, byte[] rgb, int offset) {
        int to = offset;
        for (int at = 0; at < row.length; at += bands) {
            rgb[to++] = (byte) row[at];
            rgb[to++] = (byte) row[at + 1];
            rgb[to++] = (byte) row[at + 2];
        }
    }

    /** Takes one row. */
    @FunctionalInterface
    interface RowSink {
        void row(int[] samples, int y);
    }
}

package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.util.Arrays;

/**
 * The two passes of a separable resize, with 8-bit samples between them, as both libraries have it. This is the scalar truth: a
 * faster kernel must equal it.
 */
final class Passes {

    private static final int CHANNELS = 3;

    private Passes() {}

    static RgbImage horizontalFirst(RgbImage image, ImageSize size, AxisWeights.Precision precision) {
        return vertical(horizontal(image, size.width(), precision), size.height(), precision);
    }

    static RgbImage verticalFirst(RgbImage image, ImageSize size, AxisWeights.Precision precision) {
        return horizontal(vertical(image, size.height(), precision), size.width(), precision);
    }

    private static RgbImage horizontal(RgbImage image, int width, AxisWeights.Precision precision) {
        int from = image.size().width();
        int height = image.size().height();
        if (from == width) {
            return image;
        }
        AxisWeights axis = AxisWeights.of(from, width, precision);
        byte[] target = new byte[Math.multiplyExact(CHANNELS * width, height)];
        for (int y = 0; y < height; y++) {
            horizontalRow(image.samples(), CHANNELS * y * from, axis, target, CHANNELS * y * width);
        }
        return new RgbImage(new ImageSize(width, height), target);
    }

    private static void horizontalRow(byte[] source, int row, AxisWeights axis, byte[] target, int targetRow) {
        int[] weights = axis.weights();
        int half = half(axis);
        int to = targetRow;
        for (int x = 0; x < axis.outputs(); x++) {
            int red = half;
            int green = half;
            int blue = half;
            int at = row + CHANNELS * axis.start(x);
            int first = axis.offset(x);
            for (int k = first; k < first + axis.length(x); k++) {
                int weight = weights[k];
                red += weight * (source[at] & 0xFF);
                green += weight * (source[at + 1] & 0xFF);
                blue += weight * (source[at + 2] & 0xFF);
                at += CHANNELS;
            }
            target[to] = clip8(red >> axis.shift());
            target[to + 1] = clip8(green >> axis.shift());
            target[to + 2] = clip8(blue >> axis.shift());
            to += CHANNELS;
        }
    }

    private static RgbImage vertical(RgbImage image, int height, AxisWeights.Precision precision) {
        int from = image.size().height();
        int width = image.size().width();
        if (from == height) {
            return image;
        }
        AxisWeights axis = AxisWeights.of(from, height, precision);
        int rowSamples = CHANNELS * width;
        byte[] target = new byte[Math.multiplyExact(rowSamples, height)];
        int[] sums = new int[rowSamples];
        for (int y = 0; y < height; y++) {
            verticalRow(image.samples(), rowSamples, axis, y, sums, target);
        }
        return new RgbImage(new ImageSize(width, height), target);
    }

    /** Sums whole rows, tap by tap: integer sums do not depend on their order. */
    private static void verticalRow(byte[] source, int rowSamples, AxisWeights axis, int y, int[] sums, byte[] target) {
        Arrays.fill(sums, half(axis));
        int at = axis.start(y) * rowSamples;
        int first = axis.offset(y);
        for (int k = first; k < first + axis.length(y); k++) {
            int weight = axis.weights()[k];
            for (int i = 0; i < rowSamples; i++) {
                sums[i] += weight * (source[at + i] & 0xFF);
            }
            at += rowSamples;
        }
        int to = y * rowSamples;
        for (int i = 0; i < rowSamples; i++) {
            target[to + i] = clip8(sums[i] >> axis.shift());
        }
    }

    private static int half(AxisWeights axis) {
        return axis.shift() == 0 ? 0 : 1 << (axis.shift() - 1);
    }

    private static byte clip8(int value) {
        return (byte) Math.clamp(value, 0, 255);
    }
}

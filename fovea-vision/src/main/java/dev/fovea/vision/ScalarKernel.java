package dev.fovea.vision;

/** Plain loops, as the references define them. */
final class ScalarKernel implements SampleKernel {

    @Override
    public void down(
            byte[] source, int at, int stride, AxisWeights axis, int output, byte[] target, int to, int count) {
        down(source, at, stride, axis, output, target, to, 0, count);
    }

    /** The samples from one to another, so that a faster kernel can leave its remainder here. */
    static void down(
            byte[] source,
            int at,
            int stride,
            AxisWeights axis,
            int output,
            byte[] target,
            int to,
            int from,
            int until) {
        int[] weights = axis.weights();
        int first = axis.offset(output);
        int taps = axis.length(output);
        if (taps == 4) {
            downFour(
                    source, at, stride, weights, first, SampleKernel.half(axis), axis.shift(), target, to, from, until);
            return;
        }
        int half = SampleKernel.half(axis);
        int shift = axis.shift();
        for (int i = from; i < until; i++) {
            int sum = half;
            int sample = at + i;
            for (int k = first; k < first + taps; k++) {
                sum += weights[k] * (source[sample] & 0xFF);
                sample += stride;
            }
            target[to + i] = clip8(sum >> shift);
        }
    }

    /** What every enlargement needs; without an inner loop it takes half the time. */
    private static void downFour(
            byte[] source,
            int at,
            int stride,
            int[] weights,
            int first,
            int half,
            int shift,
            byte[] target,
            int to,
            int from,
            int until) {
        int weight0 = weights[first];
        int weight1 = weights[first + 1];
        int weight2 = weights[first + 2];
        int weight3 = weights[first + 3];
        for (int i = from; i < until; i++) {
            int sample = at + i;
            int sum = half
                    + weight0 * (source[sample] & 0xFF)
                    + weight1 * (source[sample + stride] & 0xFF)
                    + weight2 * (source[sample + 2 * stride] & 0xFF)
                    + weight3 * (source[sample + 3 * stride] & 0xFF);
            target[to + i] = clip8(sum >> shift);
        }
    }

    @Override
    public void across(byte[] source, int at, int stride, int rows, AxisWeights axis, byte[] target, int to) {
        for (int row = 0; row < rows; row++) {
            acrossRow(source, at + row * stride, axis, target, to + row * CHANNELS * axis.outputs());
        }
    }

    private static void acrossRow(byte[] source, int row, AxisWeights axis, byte[] target, int to) {
        int[] weights = axis.weights();
        int half = SampleKernel.half(axis);
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
            int pixel = to + CHANNELS * x;
            target[pixel] = clip8(red >> axis.shift());
            target[pixel + 1] = clip8(green >> axis.shift());
            target[pixel + 2] = clip8(blue >> axis.shift());
        }
    }

    @Override
    public void planes(byte[] source, int at, int stride, int side, byte[] planes) {
        for (int y = 0; y < side; y++) {
            planesRow(source, at + y * stride, side, planes, y * side);
        }
    }

    static void planesRow(byte[] source, int at, int side, byte[] planes, int to) {
        int green = to + SampleKernel.plane(1, side);
        int blue = to + SampleKernel.plane(2, side);
        int sample = at;
        for (int x = 0; x < side; x++) {
            planes[to + x] = source[sample];
            planes[green + x] = source[sample + 1];
            planes[blue + x] = source[sample + 2];
            sample += CHANNELS;
        }
    }

    @Override
    public String id() {
        return "scalar";
    }

    private static byte clip8(int value) {
        return (byte) Math.clamp(value, 0, 255);
    }
}

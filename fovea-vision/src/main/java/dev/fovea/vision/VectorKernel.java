package dev.fovea.vision;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The same sums in 32-bit lanes of the Vector API: integers, so that the order of additions cannot matter. Loaded only where the
 * module is resolved.
 */
final class VectorKernel implements SampleKernel {

    private static final VectorSpecies<Integer> SUMS = IntVector.SPECIES_PREFERRED;

    /** As many samples as there are sums. */
    private static final VectorSpecies<Byte> SAMPLES =
            VectorSpecies.of(byte.class, VectorShape.forBitSize(Math.max(64, SUMS.vectorBitSize() / Integer.BYTES)));

    private static final int LANES = SUMS.length();

    /** Sixteen pixels are three of these; shuffles of 16 bytes are one instruction on every processor of the last ten years. */
    private static final VectorSpecies<Byte> THIRD = ByteVector.SPECIES_128;

    private static final int PIXELS = THIRD.length();

    private static final VectorShuffle<Byte> RED_0 = shuffle(0, 0);
    private static final VectorShuffle<Byte> RED_1 = shuffle(0, 1);
    private static final VectorShuffle<Byte> RED_2 = shuffle(0, 2);
    private static final VectorShuffle<Byte> GREEN_0 = shuffle(1, 0);
    private static final VectorShuffle<Byte> GREEN_1 = shuffle(1, 1);
    private static final VectorShuffle<Byte> GREEN_2 = shuffle(1, 2);
    private static final VectorShuffle<Byte> BLUE_0 = shuffle(2, 0);
    private static final VectorShuffle<Byte> BLUE_1 = shuffle(2, 1);
    private static final VectorShuffle<Byte> BLUE_2 = shuffle(2, 2);
    private static final VectorMask<Byte> RED_IN_1 = mask(0, 1);
    private static final VectorMask<Byte> RED_IN_2 = mask(0, 2);
    private static final VectorMask<Byte> GREEN_IN_1 = mask(1, 1);
    private static final VectorMask<Byte> GREEN_IN_2 = mask(1, 2);
    private static final VectorMask<Byte> BLUE_IN_1 = mask(2, 1);
    private static final VectorMask<Byte> BLUE_IN_2 = mask(2, 2);

    /** A pixel and one byte more, of four rows at once, fill 16 lanes. */
    private static final int ROWS = 4;

    private static final int GROUP = ROWS * Integer.BYTES;
    private static final VarHandle PIXEL = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Whether vectors of this machine are wide enough for the sums of eight samples. */
    static boolean isWide() {
        return SUMS.vectorBitSize() == 256 || SUMS.vectorBitSize() == 512;
    }

    @Override
    public void down(
            byte[] source, int at, int stride, AxisWeights axis, int output, byte[] target, int to, int count) {
        if (count < LANES) {
            ScalarKernel.down(source, at, stride, axis, output, target, to, 0, count);
            return;
        }
        int[] weights = axis.weights();
        int first = axis.offset(output);
        int taps = axis.length(output);
        int half = SampleKernel.half(axis);
        int shift = axis.shift();
        int last = count - LANES;
        for (int i = 0; i < last; i += LANES) {
            weigh(source, at + i, stride, weights, first, taps, half, shift).intoArray(target, to + i);
        }
        // the last ones once more, instead of a remainder
        weigh(source, at + last, stride, weights, first, taps, half, shift).intoArray(target, to + last);
    }

    @Override
    public void across(byte[] source, int at, int stride, int rows, AxisWeights axis, byte[] target, int to) {
        int pixels = stride / CHANNELS;
        byte[] grouped = new byte[GROUP * pixels];
        byte[] weighed = new byte[GROUP * axis.outputs()];
        for (int row = 0; row < rows; row += ROWS) {
            int count = Math.min(ROWS, rows - row);
            for (int i = 0; i < count; i++) {
                group(source, at + (row + i) * stride, pixels, grouped, Integer.BYTES * i);
            }
            acrossGroup(grouped, axis, weighed);
            for (int i = 0; i < count; i++) {
                ungroup(weighed, Integer.BYTES * i, axis.outputs(), target, to + (row + i) * CHANNELS * axis.outputs());
            }
        }
    }

    private static void acrossGroup(byte[] grouped, AxisWeights axis, byte[] weighed) {
        int[] weights = axis.weights();
        int half = SampleKernel.half(axis);
        int shift = axis.shift();
        for (int x = 0; x < axis.outputs(); x++) {
            int at = GROUP * axis.start(x);
            for (int i = 0; i < GROUP; i += LANES) {
                weigh(grouped, at + i, GROUP, weights, axis.offset(x), axis.length(x), half, shift)
                        .intoArray(weighed, GROUP * x + i);
            }
        }
    }

    private static ByteVector weigh(
            byte[] source, int at, int stride, int[] weights, int first, int taps, int half, int shift) {
        IntVector sum = IntVector.broadcast(SUMS, half);
        int sample = at;
        for (int k = first; k < first + taps; k++) {
            IntVector wide = (IntVector) ByteVector.fromArray(SAMPLES, source, sample)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, SUMS, 0);
            sum = sum.add(wide.mul(weights[k]));
            sample += stride;
        }
        return (ByteVector)
                sum.lanewise(VectorOperators.ASHR, shift).max(0).min(255).convertShape(VectorOperators.I2B, SAMPLES, 0);
    }

    /** Pixels of a row to every fourth integer; the fourth byte is the next pixel's red, and is thrown away in the end. */
    private static void group(byte[] source, int at, int pixels, byte[] grouped, int to) {
        int last = pixels - 1;
        for (int x = 0; x < last; x++) {
            PIXEL.set(grouped, to + GROUP * x, (int) PIXEL.get(source, at + CHANNELS * x));
        }
        for (int channel = 0; channel < CHANNELS; channel++) {
            grouped[to + GROUP * last + channel] = source[at + CHANNELS * last + channel];
        }
    }

    /** The way back; each pixel's fourth byte is overwritten by the next one. */
    private static void ungroup(byte[] weighed, int at, int pixels, byte[] target, int to) {
        int last = pixels - 1;
        for (int x = 0; x < last; x++) {
            PIXEL.set(target, to + CHANNELS * x, (int) PIXEL.get(weighed, at + GROUP * x));
        }
        for (int channel = 0; channel < CHANNELS; channel++) {
            target[to + CHANNELS * last + channel] = weighed[at + GROUP * last + channel];
        }
    }

    /** Rows overlap into the next one's place, which is written afterwards, or into the slack. */
    @Override
    public void planes(byte[] source, int at, int stride, int side, byte[] planes) {
        boolean fits = side <= PIXELS && side > PIXELS / 2;
        for (int y = 0; y < side; y++) {
            int row = at + y * stride;
            if (fits && row + CHANNELS * PIXELS <= source.length) {
                planesRow(source, row, side, planes, y * side);
            } else {
                ScalarKernel.planesRow(source, row, side, planes, y * side);
            }
        }
    }

    private static void planesRow(byte[] source, int at, int side, byte[] planes, int to) {
        ByteVector first = ByteVector.fromArray(THIRD, source, at);
        ByteVector second = ByteVector.fromArray(THIRD, source, at + PIXELS);
        ByteVector third = ByteVector.fromArray(THIRD, source, at + 2 * PIXELS);
        first.rearrange(RED_0)
                .blend(second.rearrange(RED_1), RED_IN_1)
                .blend(third.rearrange(RED_2), RED_IN_2)
                .intoArray(planes, to);
        first.rearrange(GREEN_0)
                .blend(second.rearrange(GREEN_1), GREEN_IN_1)
                .blend(third.rearrange(GREEN_2), GREEN_IN_2)
                .intoArray(planes, to + SampleKernel.plane(1, side));
        first.rearrange(BLUE_0)
                .blend(second.rearrange(BLUE_1), BLUE_IN_1)
                .blend(third.rearrange(BLUE_2), BLUE_IN_2)
                .intoArray(planes, to + SampleKernel.plane(2, side));
    }

    @Override
    public String id() {
        return "vector-" + SUMS.vectorBitSize();
    }

    /** Moves a channel's samples of one third to their pixels' places; other places get anything. */
    private static VectorShuffle<Byte> shuffle(int channel, int third) {
        int[] from = new int[PIXELS];
        for (int pixel = 0; pixel < PIXELS; pixel++) {
            from[pixel] = isIn(channel, pixel, third) ? CHANNELS * pixel + channel - PIXELS * third : 0;
        }
        return VectorShuffle.fromArray(THIRD, from, 0);
    }

    private static VectorMask<Byte> mask(int channel, int third) {
        boolean[] in = new boolean[PIXELS];
        for (int pixel = 0; pixel < PIXELS; pixel++) {
            in[pixel] = isIn(channel, pixel, third);
        }
        return VectorMask.fromArray(THIRD, in, 0);
    }

    private static boolean isIn(int channel, int pixel, int third) {
        return (CHANNELS * pixel + channel) / PIXELS == third;
    }
}

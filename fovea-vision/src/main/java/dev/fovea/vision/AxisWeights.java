package dev.fovea.vision;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;

/**
 * Fixed-point weights of one axis: each output sample is {@code clip8((half + sum of weight * sample) >> shift)} over a run of
 * input samples. Doubles throughout, no fused multiply-add, divisions in the written order: the last bit decides a weight.
 */
final class AxisWeights {

    /** Four bytes each; enough for the shapes of a run, whose axes have some thousand weights. */
    private static final long CACHED_WEIGHTS = 4L << 20;

    /** A side of so many pixels takes about 4 million weights, and 50 MB while they are made. JPEG ends at 65,535. */
    private static final int LONGEST_SIDE = 1 << 20;

    private static final LoadingCache<Axis, AxisWeights> CACHE = Caffeine.newBuilder()
            .maximumWeight(CACHED_WEIGHTS)
            .weigher((Axis axis, AxisWeights weights) -> weights.weights.length)
            .build(AxisWeights::compute);

    /** Longest run of one output sample. */
    private final int taps;

    private final int shift;
    private final int[] starts;
    private final int[] lengths;

    /** {@code [output][tap]}, row after row. */
    private final int[] weights;

    private AxisWeights(int taps, int shift, int[] starts, int[] lengths, int[] weights) {
        this.taps = taps;
        this.shift = shift;
        this.starts = starts;
        this.lengths = lengths;
        this.weights = weights;
    }

    static AxisWeights of(int input, int output, Precision precision) {
        requireLength(input, output);
        return CACHE.get(new Axis(input, output, precision));
    }

    /**
     * Refuses what would take more memory for its weights than for its pixels.
     *
     * @throws RequestException {@code image_too_large}
     */
    static void requireLength(int input, int output) {
        if (input != output && Math.max(input, output) > LONGEST_SIDE) {
            throw new RequestException(
                    ErrorCode.IMAGE_TOO_LARGE,
                    "a side of %,d pixels is to become %,d, where sides of up to %,d are resized"
                            .formatted(input, output, LONGEST_SIDE),
                    "send a smaller image");
        }
    }

    int outputs() {
        return starts.length;
    }

    int start(int output) {
        return starts[output];
    }

    int length(int output) {
        return lengths[output];
    }

    /** Index of an output's first weight in {@link #weights}. */
    int offset(int output) {
        return output * taps;
    }

    int[] weights() {
        return weights;
    }

    int shift() {
        return shift;
    }

    private static AxisWeights compute(Axis axis) {
        double scale = (double) axis.input() / axis.output();
        double filterScale = Math.max(1.0, scale);
        double support = 2.0 * filterScale;
        double inverse = 1.0 / filterScale;
        int taps = 2 * (int) Math.ceil(support) + 1;
        int[] starts = new int[axis.output()];
        int[] lengths = new int[axis.output()];
        double[] exact = new double[axis.output() * taps];
        for (int i = 0; i < axis.output(); i++) {
            double centre = (i + 0.5) * scale;
            int low = Math.max(0, (int) (centre - support + 0.5));
            int high = Math.min(axis.input(), (int) (centre + support + 0.5));
            starts[i] = low;
            lengths[i] = high - low;
            normalised(exact, i * taps, high - low, low - centre, inverse);
        }
        int shift = axis.precision().shift(exact);
        return new AxisWeights(taps, shift, starts, lengths, fixed(exact, shift));
    }

    private static void normalised(double[] exact, int offset, int length, double distance, double inverse) {
        double sum = 0.0;
        for (int j = 0; j < length; j++) {
            double weight = cubic((j + distance + 0.5) * inverse);
            exact[offset + j] = weight;
            sum += weight;
        }
        if (sum != 0.0) {
            for (int j = 0; j < length; j++) {
                exact[offset + j] /= sum;
            }
        }
    }

    /** Keys' kernel with a = -0.5, factored as both libraries factor it. */
    private static double cubic(double distance) {
        double a = -0.5;
        double x = Math.abs(distance);
        if (x < 1.0) {
            return ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0;
        }
        if (x < 2.0) {
            return (((x - 5.0) * x + 8.0) * x - 4.0) * a;
        }
        return 0.0;
    }

    private static int[] fixed(double[] exact, int shift) {
        int[] fixed = new int[exact.length];
        double one = 1 << shift;
        for (int i = 0; i < exact.length; i++) {
            fixed[i] = (int) (exact[i] * one + (exact[i] < 0 ? -0.5 : 0.5));
        }
        return fixed;
    }

    private record Axis(int input, int output, Precision precision) {}

    /** How many bits of a weight lie behind the point. */
    enum Precision {
        /** Always 22: 32 bits, less 8 of the sample and 2 of headroom. */
        PILLOW {
            @Override
            int shift(double[] weights) {
                return 22;
            }
        },
        /** As many as keep the largest weight of the axis within 16 signed bits, 22 at most. */
        ATEN {
            @Override
            int shift(double[] weights) {
                double largest = 0.0;
                for (double weight : weights) {
                    largest = Math.max(largest, weight);
                }
                int shift = 0;
                while (shift < 22 && (int) (0.5 + largest * (1 << (shift + 1))) < 1 << 15) {
                    shift++;
                }
                return shift;
            }
        };

        abstract int shift(double[] weights);
    }
}

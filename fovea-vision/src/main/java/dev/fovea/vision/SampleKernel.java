package dev.fovea.vision;

/**
 * The three inner loops of resizing and cutting. {@link ScalarKernel} is the truth; whatever else implements this gives the same
 * bytes. Stateless and thread safe.
 */
interface SampleKernel {

    int CHANNELS = 3;

    /** Bytes that a kernel may read or write behind the last one that it was asked for, where a buffer has them. */
    int SLACK = 16;

    /**
     * One row of a pass down: {@code clip8((half + sum of weight * sample) >> shift)} over rows of samples.
     *
     * @param at index of the first sample of the first row that is weighed
     * @param stride samples from a row to the next
     * @param output which output of the axis
     * @param count samples of a row
     */
    void down(byte[] source, int at, int stride, AxisWeights axis, int output, byte[] target, int to, int count);

    /**
     * A pass across rows of interleaved pixels.
     *
     * @param at index of the first row's first sample
     * @param stride samples from a row to the next
     * @param rows how many rows
     * @param to index of the first target row's first sample; rows follow each other without a gap
     */
    void across(byte[] source, int at, int stride, int rows, AxisWeights axis, byte[] target, int to);

    /**
     * Splits a square of interleaved pixels into its channels.
     *
     * @param at index of the square's first sample
     * @param stride samples from a row to the next
     * @param side pixels of a side
     * @param planes receives red, green and blue, each {@code side * side} samples and then {@link #SLACK} without meaning
     */
    void planes(byte[] source, int at, int stride, int side, byte[] planes);

    /** The name in messages and benchmarks. */
    String id();

    /** Where a channel begins in {@code planes}. */
    static int plane(int channel, int side) {
        return channel * (side * side + SLACK);
    }

    /** Added before the shift, so that it rounds. */
    static int half(AxisWeights axis) {
        return axis.shift() == 0 ? 0 : 1 << (axis.shift() - 1);
    }
}

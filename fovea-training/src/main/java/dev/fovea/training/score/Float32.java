package dev.fovea.training.score;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Sums in 32 bits, in the order in which PyTorch's CPU kernel adds a contiguous row: eight lanes, four rows of lanes at a time. In
 * another order the last bit of a mean differs, and with it every advantage of the group.
 */
final class Float32 {

    /** 32-bit floats in the 256-bit registers that the kernel is built for. */
    private static final int LANES = 8;

    /** Rows that the kernel adds side by side. */
    private static final int ROWS = 4;

    private Float32() {}

    static float[] of(List<RolloutFacts> group, ToDoubleFunction<RolloutFacts> value) {
        float[] values = new float[group.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) value.applyAsDouble(group.get(i));
        }
        return values;
    }

    /** {@code NaN} of nothing, as the field has it. */
    static float mean(float[] values) {
        return sum(values) / values.length;
    }

    static float sum(float[] values) {
        return values.length < LANES ? scalarSum(values) : vectorSum(values);
    }

    static float max(float[] values) {
        float max = values[0];
        for (float value : values) {
            max = Math.max(max, value);
        }
        return max;
    }

    private static float scalarSum(float[] values) {
        float[] rows = new float[ROWS];
        int whole = values.length / ROWS * ROWS;
        for (int i = 0; i < values.length; i++) {
            rows[i < whole ? i % ROWS : 0] += values[i];
        }
        return ((rows[0] + rows[1]) + rows[2]) + rows[3];
    }

    private static float vectorSum(float[] values) {
        int vectors = values.length / LANES;
        int whole = vectors / ROWS * ROWS;
        float[][] rows = new float[ROWS][LANES];
        for (int vector = 0; vector < vectors; vector++) {
            float[] row = rows[vector < whole ? vector % ROWS : 0];
            for (int lane = 0; lane < LANES; lane++) {
                row[lane] += values[vector * LANES + lane];
            }
        }
        float sum = 0;
        for (int i = vectors * LANES; i < values.length; i++) {
            sum += values[i];
        }
        for (int lane = 0; lane < LANES; lane++) {
            sum += ((rows[0][lane] + rows[1][lane]) + rows[2][lane]) + rows[3][lane];
        }
        return sum;
    }
}

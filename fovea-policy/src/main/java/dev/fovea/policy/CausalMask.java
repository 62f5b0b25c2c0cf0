package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Which keys a query may see, as a number added to its scores: 0 up to the query's own token, minus infinity behind it. */
final class CausalMask {

    private final int keys;
    private final MemorySegment mask;
    private final float[] visibleThenHidden;
    private int rows;

    /** @param keys columns of the mask */
    CausalMask(Step step, long rows, int keys) {
        this.keys = keys;
        this.mask = step.newFloats(rows * keys);
        this.visibleThenHidden = new float[2 * keys];
        Arrays.fill(visibleThenHidden, keys, 2 * keys, Float.NEGATIVE_INFINITY);
    }

    /** Appends the row of a query that stands at {@code token}; it sees at least itself. */
    void add(int token) {
        int visible = Math.min(token + 1, keys);
        long target = (long) rows++ * keys * Float.BYTES;
        MemorySegment.copy(visibleThenHidden, keys - visible, mask, ValueLayout.JAVA_FLOAT, target, keys);
    }

    /** The mask of {@code sequences}, which broadcasts over heads and the queries of a group. */
    NDArray array(Step step, long sequences) {
        return step.floats(mask, sequences, 1, rows / sequences, 1, keys);
    }
}

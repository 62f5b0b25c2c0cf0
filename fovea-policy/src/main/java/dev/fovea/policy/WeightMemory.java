package dev.fovea.policy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * All weights of a model as one run of native floats, so that the optimiser updates them as one tensor and a file is read straight
 * into place. Whoever makes tensors over this memory drops them before it is closed.
 */
final class WeightMemory implements AutoCloseable {

    /** PyTorch's kernels load whole cache lines. */
    private static final long ALIGNMENT = 64;

    private final WeightPlan plan;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment floats;

    WeightMemory(WeightPlan plan) {
        this.plan = plan;
        this.floats = arena.allocate(Math.multiplyExact(plan.size(), Float.BYTES), ALIGNMENT);
    }

    WeightPlan plan() {
        return plan;
    }

    /** Every value, in the plan's order. */
    MemorySegment all() {
        return floats;
    }

    /** The values of one tensor. */
    MemorySegment of(WeightPlan.Tensor tensor) {
        return between(tensor.offset(), tensor.end());
    }

    /** Values {@code from} to {@code to} of the plan. */
    MemorySegment between(long from, long to) {
        return floats.asSlice(from * Float.BYTES, (to - from) * Float.BYTES);
    }

    void set(WeightPlan.Tensor tensor, long index, float value) {
        floats.setAtIndex(ValueLayout.JAVA_FLOAT, tensor.offset() + index, value);
    }

    /** Does nothing the second time. */
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}

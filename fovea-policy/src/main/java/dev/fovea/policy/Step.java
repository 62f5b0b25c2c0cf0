package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The native memory of one forward pass: everything made through it is freed when it closes. Inputs are written by Java and used by
 * PyTorch in place.
 *
 * <p>An operation's result belongs to the step of its <em>first</em> operand; weights, which outlive a step, must not come first.
 */
final class Step implements AutoCloseable {

    private static final long ALIGNMENT = 64;

    private final NDManager arrays;
    private final Arena inputs = Arena.ofConfined();

    Step(NDManager parent) {
        this.arrays = parent.newSubManager();
    }

    NDManager arrays() {
        return arrays;
    }

    /** Zeroed memory for {@code count} floats, to be made an array by {@link #floats(MemorySegment, long...)}. */
    MemorySegment newFloats(long count) {
        return inputs.allocate(count * Float.BYTES, ALIGNMENT);
    }

    NDArray floats(MemorySegment values, long... shape) {
        return NativeArrays.floats(arrays, values, new Shape(shape));
    }

    NDArray floats(float[] values, long... shape) {
        MemorySegment memory = newFloats(values.length);
        MemorySegment.copy(values, 0, memory, ValueLayout.JAVA_FLOAT, 0, values.length);
        return floats(memory, shape);
    }

    /** Row numbers. */
    NDArray indices(long[] values) {
        MemorySegment memory = inputs.allocate((long) values.length * Long.BYTES, ALIGNMENT);
        MemorySegment.copy(values, 0, memory, ValueLayout.JAVA_LONG, 0, values.length);
        return arrays.create(memory.asByteBuffer(), new Shape(values.length), DataType.INT64);
    }

    /** The values of an array, valid until the step closes. */
    static MemorySegment read(NDArray array) {
        return MemorySegment.ofBuffer(array.toByteBuffer(true));
    }

    static float[] toFloats(NDArray array) {
        return read(array).toArray(ValueLayout.JAVA_FLOAT);
    }

    @Override
    public void close() {
        arrays.close();
        inputs.close();
    }
}

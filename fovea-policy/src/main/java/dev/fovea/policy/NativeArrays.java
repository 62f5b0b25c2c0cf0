package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.lang.foreign.MemorySegment;

/** Arrays over memory that Java owns, in place. */
final class NativeArrays {

    /** Of a large segment; below the longest buffer. */
    private static final long SHOWN_BYTES = 1L << 30;

    private NativeArrays() {}

    /**
     * A float32 array whose values are those of the segment, also above 2 GiB: PyTorch takes the address from the buffer and the
     * size from the shape, and only the binding's own check of the two stops at the longest buffer.
     *
     * @param values outlives the array
     */
    static NDArray floats(NDManager manager, MemorySegment values, Shape shape) {
        if (values.byteSize() != Math.multiplyExact(shape.size(), Float.BYTES)) {
            throw new IllegalArgumentException(values.byteSize() + " bytes for " + shape);
        }
        MemorySegment start = values.asSlice(0, Math.min(values.byteSize(), SHOWN_BYTES));
        return JniUtils.createNdFromByteBuffer(
                (PtNDManager) manager,
                start.asByteBuffer(),
                shape,
                DataType.FLOAT32,
                SparseFormat.DENSE,
                manager.getDevice());
    }
}

package dev.fovea.training.feed;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

/** Values of tensors, for assertions. */
final class TensorReads {

    private TensorReads() {}

    static long[] integers(TensorBatch batch, String name) {
        Tensor tensor = batch.tensor(name).orElseThrow();
        MemorySegment data = tensor.data();
        return IntStream.range(0, (int) tensor.size())
                .mapToLong(i -> switch (tensor.type()) {
                    case INT64 -> data.get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i);
                    case INT32 -> data.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i);
                    case BOOL -> data.get(ValueLayout.JAVA_BYTE, i);
                    case FLOAT32, BFLOAT16 -> throw new IllegalArgumentException(name + " holds no integers");
                })
                .toArray();
    }

    static double[] floats(TensorBatch batch, String name) {
        Tensor tensor = batch.tensor(name).orElseThrow();
        return IntStream.range(0, (int) tensor.size())
                .mapToDouble(i -> tensor.data().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i))
                .toArray();
    }
}

package dev.fovea.training.feed;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Tensors of a row's lists; small beside pixels, on the heap. */
final class TensorValues {

    private TensorValues() {}

    static Tensor longs(String name, List<Long> shape, TokenIds values) {
        return longs(name, shape, values.toArray());
    }

    static Tensor longs(String name, List<Long> shape, int... values) {
        ByteBuffer data = buffer(values.length, TensorType.INT64);
        for (int value : values) {
            data.putLong(value);
        }
        return tensor(name, TensorType.INT64, shape, data);
    }

    static Tensor integers(String name, List<Long> shape, int... values) {
        ByteBuffer data = buffer(values.length, TensorType.INT32);
        data.asIntBuffer().put(values);
        return tensor(name, TensorType.INT32, shape, data);
    }

    static Tensor floats(String name, TokenValues values) {
        ByteBuffer data = buffer(values.size(), TensorType.FLOAT32);
        for (double value : values.toArray()) {
            data.putFloat((float) value);
        }
        return tensor(name, TensorType.FLOAT32, List.of(1L, (long) values.size()), data);
    }

    static Tensor truths(String name, TokenMask values) {
        ByteBuffer data = buffer(values.size(), TensorType.BOOL);
        for (boolean value : values.toArray()) {
            data.put((byte) (value ? 1 : 0));
        }
        return tensor(name, TensorType.BOOL, List.of(1L, (long) values.size()), data);
    }

    private static ByteBuffer buffer(int values, TensorType type) {
        return ByteBuffer.allocate(Math.multiplyExact(values, type.bytes())).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Tensor tensor(String name, TensorType type, List<Long> shape, ByteBuffer data) {
        return new Tensor(name, type, shape, MemorySegment.ofBuffer(data.clear()));
    }
}

package dev.fovea.training.feed;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * One named array of a batch.
 *
 * @param name as trainers know it, for example {@code input_ids}
 * @param shape row-major
 * @param data exactly the values, little endian; of a closed batch it must not be touched any more
 */
public record Tensor(String name, TensorType type, List<Long> shape, MemorySegment data) {

    public Tensor {
        shape = List.copyOf(shape);
        long wanted = shape.stream().reduce((long) type.bytes(), Math::multiplyExact);
        if (data.byteSize() != wanted) {
            throw new IllegalArgumentException(
                    name + " has " + data.byteSize() + " bytes where " + type + shape + " has " + wanted);
        }
        data = data.asReadOnly();
    }

    /** How many values it has. */
    public long size() {
        return data.byteSize() / type.bytes();
    }
}

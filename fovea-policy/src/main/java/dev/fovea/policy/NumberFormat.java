package dev.fovea.policy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/** How a safetensors file stores a weight. Every value of the narrow formats is a float32, so that widening loses nothing. */
enum NumberFormat {
    F32(Float.BYTES) {
        @Override
        void widen(MemorySegment stored, MemorySegment floats) {
            floats.copyFrom(stored);
        }
    },
    BF16(Short.BYTES) {
        @Override
        void widen(MemorySegment stored, MemorySegment floats) {
            long count = stored.byteSize() / Short.BYTES;
            for (long i = 0; i < count; i++) {
                floats.setAtIndex(ValueLayout.JAVA_INT, i, stored.getAtIndex(HALF, i) << Short.SIZE);
            }
        }
    },
    F16(Short.BYTES) {
        @Override
        void widen(MemorySegment stored, MemorySegment floats) {
            long count = stored.byteSize() / Short.BYTES;
            for (long i = 0; i < count; i++) {
                floats.setAtIndex(ValueLayout.JAVA_FLOAT, i, Float.float16ToFloat(stored.getAtIndex(HALF, i)));
            }
        }
    };

    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final int bytes;

    NumberFormat(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes of one value. */
    int bytes() {
        return bytes;
    }

    /** The format that a header names; empty where its values are no plain weights. */
    static Optional<NumberFormat> named(String name) {
        return Arrays.stream(values())
                .filter(format -> format.name().equals(name))
                .findFirst();
    }

    /**
     * Values as float32.
     *
     * @param floats room for as many
     */
    abstract void widen(MemorySegment stored, MemorySegment floats);
}

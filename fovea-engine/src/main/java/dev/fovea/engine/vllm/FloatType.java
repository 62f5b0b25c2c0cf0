package dev.fovea.engine.vllm;

import java.nio.ByteBuffer;
import java.util.Optional;

/** A type of weights, little-endian. */
enum FloatType {
    F32(4) {
        @Override
        float get(ByteBuffer values) {
            return values.getFloat();
        }

        @Override
        void put(ByteBuffer values, float value) {
            values.putFloat(value);
        }
    },
    BF16(2) {
        @Override
        float get(ByteBuffer values) {
            return Float.intBitsToFloat(values.getShort() << 16);
        }

        /** To the nearest, ties to even, as PyTorch casts. */
        @Override
        void put(ByteBuffer values, float value) {
            int bits = Float.floatToRawIntBits(value);
            values.putShort((short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16));
        }
    },
    F16(2) {
        @Override
        float get(ByteBuffer values) {
            return Float.float16ToFloat(values.getShort());
        }

        @Override
        void put(ByteBuffer values, float value) {
            values.putShort(Float.floatToFloat16(value));
        }
    };

    private final int bytes;

    FloatType(int bytes) {
        this.bytes = bytes;
    }

    /** Of one value. */
    int bytes() {
        return bytes;
    }

    abstract float get(ByteBuffer values);

    abstract void put(ByteBuffer values, float value);

    /** The type of a file's name; empty for one that is no plain float. */
    static Optional<FloatType> named(String name) {
        for (FloatType type : values()) {
            if (type.name().equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}

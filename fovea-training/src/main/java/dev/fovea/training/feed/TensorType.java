package dev.fovea.training.feed;

import dev.fovea.vision.PixelForm;

/** The number format of a tensor; all are little endian. */
public enum TensorType {
    INT64("I64", 8),
    INT32("I32", 4),
    FLOAT32("F32", 4),
    BFLOAT16("BF16", 2),
    /** One byte a value, 0 or 1. */
    BOOL("BOOL", 1);

    private final String safetensors;
    private final int bytes;

    TensorType(String safetensors, int bytes) {
        this.safetensors = safetensors;
        this.bytes = bytes;
    }

    /** The name in safetensors files. */
    public String safetensors() {
        return safetensors;
    }

    /** Bytes of one value. */
    public int bytes() {
        return bytes;
    }

    static TensorType of(PixelForm form) {
        return switch (form) {
            case FLOAT32 -> FLOAT32;
            case BFLOAT16 -> BFLOAT16;
            case UINT8 -> throw new IllegalArgumentException("a trainer's pixels are float32 or bfloat16");
        };
    }
}

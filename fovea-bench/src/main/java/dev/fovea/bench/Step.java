package dev.fovea.bench;

import java.util.Arrays;

/** What is timed, per picture: everything that every rival can do as well. */
enum Step {
    DECODE("decode"),
    PROCESSING_UINT8("processing_uint8"),
    PROCESSING_FLOAT32("processing_float32"),
    WHOLE_UINT8("whole_uint8"),
    WHOLE_FLOAT32("whole_float32"),
    /** Ours alone. */
    PROCESSING_BFLOAT16("processing_bfloat16"),
    /** Header to size, grid and pads, no pixel. Ours alone: rivals must decode. */
    LAYOUT("layout"),
    /** Copies of what a step writes: the floor of what it can take. */
    MEMCPY_RGB("memcpy_rgb"),
    MEMCPY_UINT8("memcpy_uint8"),
    MEMCPY_FLOAT32("memcpy_float32");

    private final String id;

    Step(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }

    static Step of(String id) {
        return Arrays.stream(values())
                .filter(step -> step.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(id));
    }
}

package dev.fovea.bench;

import java.util.Locale;

/** What is measured of the training side. */
enum TrainingStep {
    SAMPLES("traces to samples"),
    PACK("samples to rows of 8 ranks"),
    ENCODE("rows to MessagePack");

    private final String words;

    TrainingStep(String words) {
        this.words = words;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    String words() {
        return words;
    }
}

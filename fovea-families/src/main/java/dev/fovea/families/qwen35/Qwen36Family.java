package dev.fovea.families.qwen35;

/** Qwen3.6. */
public final class Qwen36Family extends Qwen35Checkpoint {

    public Qwen36Family() {
        super(Qwen35Variant.QWEN36);
    }
}

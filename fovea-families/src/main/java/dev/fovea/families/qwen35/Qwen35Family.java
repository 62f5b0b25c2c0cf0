package dev.fovea.families.qwen35;

/** Qwen3.5. */
public final class Qwen35Family extends Qwen35Checkpoint {

    public Qwen35Family() {
        super(Qwen35Variant.QWEN35);
    }
}

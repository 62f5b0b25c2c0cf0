package dev.fovea.families.qwen35;

/** Qwen3.8. */
public final class Qwen38Family extends Qwen35Checkpoint {

    public Qwen38Family() {
        super(Qwen35Variant.QWEN38);
    }
}

package dev.fovea.families.qwen3vl;

/**
 * The template's own settings.
 *
 * @param addVisionId whether {@code Picture N: } stands before each image; default false
 */
public record Qwen3VlSettings(boolean addVisionId) {

    /** The template as it is unless told otherwise. */
    public static Qwen3VlSettings defaults() {
        return new Qwen3VlSettings(false);
    }
}

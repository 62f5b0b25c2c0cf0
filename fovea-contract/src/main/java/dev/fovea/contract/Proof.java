package dev.fovea.contract;

import java.util.Locale;

/** What is checked wherever data is handed over. */
public enum Proof {
    /** The engine received the prompt ids that were rendered. */
    PROMPT_IDS,
    /** The sample's ids are those that the engine received and sampled. */
    SAMPLE_IDS,
    /** Every run of pads belongs to one reference of the right length, and every reference to one run. */
    PLACEHOLDERS,
    /** The file still holds the bytes that were stored. */
    ASSET_BYTES,
    /** Both sides lay an image out alike. */
    LAYOUT,
    /** The trainer's pixels are the engine's. */
    PIXELS;

    /** The name in reports and metrics. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}

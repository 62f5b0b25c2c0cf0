package dev.fovea.contract;

import dev.fovea.contract.error.ErrorCode;
import java.util.Locale;
import java.util.Optional;

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

    /** What an error of this code violates; empty where it is no matter of identity. */
    public static Optional<Proof> violatedBy(ErrorCode code) {
        return switch (code) {
            case TOKEN_MISMATCH -> Optional.of(PROMPT_IDS);
            case PLACEHOLDER_MISMATCH -> Optional.of(PLACEHOLDERS);
            case ASSET_MISSING, ASSET_CHANGED -> Optional.of(ASSET_BYTES);
            case LAYOUT_MISMATCH -> Optional.of(LAYOUT);
            case PIXEL_MISMATCH -> Optional.of(PIXELS);
            default -> Optional.empty();
        };
    }

    /** The name in reports and metrics. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.fovea.engine;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.PlaceholderRange;
import java.util.List;

/**
 * The prompt as the engine used it, for comparison with what was sent.
 *
 * @param pixels digest of each image's patches in prompt order; empty where the engine does not tell
 */
public record PromptEcho(ExpandedIds prompt, List<PlaceholderRange> placeholders, List<PixelDigest> pixels) {

    public PromptEcho {
        placeholders = List.copyOf(placeholders);
        pixels = List.copyOf(pixels);
    }
}

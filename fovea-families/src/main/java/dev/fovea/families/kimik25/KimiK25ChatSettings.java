package dev.fovea.families.kimik25;

import dev.fovea.chat.ThinkingRetention;
import dev.fovea.families.RendererSettings;
import java.util.Set;

/**
 * The template's own settings.
 *
 * @param thinks whether generation prompts open reasoning
 * @param retention how long sampled reasoning stays; by default as long as the template keeps it
 */
record KimiK25ChatSettings(boolean thinks, ThinkingRetention retention, Placeholders placeholders) {

    static KimiK25ChatSettings of(String family, RendererSettings settings) {
        settings.requireOnly(family, Set.of("thinking", "image_placeholder", "image_cache_max"));
        boolean thinks = settings.thinking().orElse(true);
        return new KimiK25ChatSettings(
                thinks,
                settings.thinkingRetention().orElse(thinks ? ThinkingRetention.TOOL_CYCLE : ThinkingRetention.ALL),
                settings.choice("image_placeholder", Placeholders.values()).orElse(Placeholders.EXPANDED));
    }
}

package dev.fovea.families.kimik2;

import dev.fovea.chat.ThinkingRetention;
import dev.fovea.families.RendererSettings;

/**
 * The template's own settings.
 *
 * @param thinks taken because configurations hold it; the template does not look at it
 * @param retention how long sampled reasoning stays; the template never drops it
 */
record KimiK2Settings(boolean thinks, ThinkingRetention retention) {

    static KimiK2Settings of(RendererSettings settings) {
        return new KimiK2Settings(
                settings.enableThinking().orElse(true),
                settings.thinkingRetention().orElse(ThinkingRetention.ALL));
    }
}

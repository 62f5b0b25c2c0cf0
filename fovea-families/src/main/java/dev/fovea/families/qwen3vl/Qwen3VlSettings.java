package dev.fovea.families.qwen3vl;

import dev.fovea.chat.ThinkingRetention;
import dev.fovea.families.RendererSettings;
import dev.fovea.families.qwen.QwenTurns.ImageNumbering;

/**
 * The template's own settings.
 *
 * @param numbering whether {@code Picture N: } stands before each image; default not
 * @param retention how long sampled reasoning stays; default always
 */
record Qwen3VlSettings(ImageNumbering numbering, ThinkingRetention retention) {

    static Qwen3VlSettings of(RendererSettings settings) {
        return new Qwen3VlSettings(
                ImageNumbering.of(settings.addVisionId().orElse(false)),
                settings.thinkingRetention().orElse(ThinkingRetention.ALL));
    }
}

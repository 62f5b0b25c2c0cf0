package dev.fovea.families.qwen3;

import dev.fovea.chat.ThinkingRetention;
import dev.fovea.families.RendererSettings;

/**
 * The template's own settings.
 *
 * @param mode whether generation prompts leave room for reasoning; default they do
 * @param retention how long sampled reasoning stays; by default as long as the template keeps it
 */
record Qwen3Settings(Mode mode, ThinkingRetention retention) {

    /** {@code enable_thinking}. */
    enum Mode {
        THINKING,
        NOT_THINKING
    }

    static Qwen3Settings of(RendererSettings settings) {
        boolean thinks = settings.enableThinking().orElse(true);
        return new Qwen3Settings(
                thinks ? Mode.THINKING : Mode.NOT_THINKING,
                settings.thinkingRetention().orElse(thinks ? ThinkingRetention.TOOL_CYCLE : ThinkingRetention.ALL));
    }
}

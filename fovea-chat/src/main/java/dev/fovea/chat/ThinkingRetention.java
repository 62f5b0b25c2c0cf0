package dev.fovea.chat;

import java.util.Locale;

/** How long sampled reasoning stays in the prompts of later turns, as bridges promise it. A full render follows the template alone. */
public enum ThinkingRetention {
    /** Until the user asks again: a bridge over a new query is refused. */
    TOOL_CYCLE,
    /** Always. */
    ALL;

    /** The name in settings, for example {@code tool_cycle}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}

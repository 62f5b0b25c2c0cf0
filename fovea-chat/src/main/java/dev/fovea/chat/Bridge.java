package dev.fovea.chat;

/** The outcome of {@link Renderer#bridge}. */
public sealed interface Bridge {

    /**
     * The next prompt. Attribution of the previous part is {@link RenderedTokens#SCAFFOLD}; message indices count from the
     * first new message.
     */
    record Extended(RenderedTokens prompt) implements Bridge {}

    /** The family cannot promise an unchanged prefix here; the caller renders everything. */
    record Refused(Cause cause) implements Bridge {}

    /** Why a bridge is refused. */
    enum Cause {
        /** Nothing was sampled, or nothing follows. */
        NOTHING_TO_JOIN,
        /** An assistant message stands among the new ones. */
        ASSISTANT_IN_TAIL,
        /** The completion stopped inside its reasoning. */
        REASONING_LEFT_OPEN,
        /** A system message follows, which the template only shows in front. */
        SYSTEM_IN_TAIL,
        /** A message follows whose role the template does not know. */
        UNKNOWN_ROLE_IN_TAIL,
        /** The template drops earlier reasoning once the user asks again, and retention follows the template. */
        NEW_QUERY_ENDS_REASONING,
        /** Images are numbered, and the prompt's own images were not handed over to count on from. */
        EARLIER_IMAGES_UNKNOWN
    }
}

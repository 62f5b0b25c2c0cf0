package dev.fovea.chat;

/**
 * Where tokens come from.
 *
 * @param message index of the caller's message, or {@link RenderedTokens#SCAFFOLD}
 * @param sampled what a model said, or would have to say
 * @param content the caller's or the model's own text, not the template's
 */
public record Origin(int message, boolean sampled, boolean content) {

    private static final Origin SCAFFOLD = new Origin(RenderedTokens.SCAFFOLD, false, false);

    /** The template's, outside of every message. */
    public static Origin scaffold() {
        return SCAFFOLD;
    }

    /** The template's, around a message. */
    public static Origin template(int message) {
        return new Origin(message, false, false);
    }

    /** What the caller wrote. */
    public static Origin caller(int message) {
        return new Origin(message, false, true);
    }

    /** What an assistant said, its closing token included. */
    public static Origin said(int message) {
        return new Origin(message, true, true);
    }
}

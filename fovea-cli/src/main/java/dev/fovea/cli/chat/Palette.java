package dev.fovea.cli.chat;

import dev.fovea.chat.Origin;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.cli.Terminal;

/** How origins show. */
enum Palette {
    COLOURED,
    PLAIN;

    private static final String RESET = "\u001b[0m";

    /** Colours on a terminal, unless NO_COLOR asks for none. */
    static Palette ofTerminal() {
        return Terminal.isWatched() && System.getenv("NO_COLOR") == null ? COLOURED : PLAIN;
    }

    static String name(Origin origin) {
        String kind = origin.sampled() ? "sampled" : origin.content() ? "content" : "template";
        return origin.message() == RenderedTokens.SCAFFOLD ? "scaffold" : "message " + origin.message() + " " + kind;
    }

    /** A piece of text in its origin's colour, or behind its origin's name on a line of its own. */
    String shown(Origin origin, String text) {
        return switch (this) {
            case COLOURED -> colour(origin) + text + RESET;
            case PLAIN -> name(origin) + ": " + text.replace("\\", "\\\\").replace("\n", "\\n") + "\n";
        };
    }

    String legend() {
        return switch (this) {
            case COLOURED ->
                colour(Origin.scaffold()) + "scaffold" + RESET + " " + colour(Origin.template(0)) + "template" + RESET
                        + " "
                        + colour(Origin.caller(0)) + "content" + RESET + " " + colour(Origin.said(0)) + "sampled"
                        + RESET
                        + "\n";
            case PLAIN -> "";
        };
    }

    private static String colour(Origin origin) {
        if (origin.sampled()) {
            return "\u001b[1;36m";
        }
        if (origin.content()) {
            return "\u001b[32m";
        }
        return origin.message() == RenderedTokens.SCAFFOLD ? "\u001b[2m" : "\u001b[33m";
    }
}

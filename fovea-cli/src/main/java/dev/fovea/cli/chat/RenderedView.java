package dev.fovea.cli.chat;

import dev.fovea.chat.Attribution;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.contract.TokenIds;
import dev.fovea.families.FamilyModel;
import java.io.PrintWriter;

/** A prompt for people: its text by origin, runs of pads as their number. */
record RenderedView(FamilyModel family, RenderedTokens tokens, Palette palette) {

    void print(PrintWriter out) {
        out.print(palette.legend());
        for (Attribution.Run run : tokens.attribution().runs()) {
            out.print(palette.shown(
                    run.origin(), printable(text(tokens.ids().ids().slice(run.from(), run.end())))));
        }
        out.printf(
                "%n%s: %d tokens, %d sampled, %d images%n",
                family.family(),
                tokens.ids().size(),
                tokens.sampled().count(),
                tokens.images().images().size());
    }

    private String text(TokenIds ids) {
        StringBuilder text = new StringBuilder();
        int pad = family.visionTokens().imagePad();
        int at = 0;
        while (at < ids.size()) {
            int end = at;
            while (end < ids.size() && (ids.get(end) == pad) == (ids.get(at) == pad)) {
                end++;
            }
            boolean pads = ids.get(at) == pad;
            String first = family.tokenizer().decode(ids.slice(at, pads ? at + 1 : end));
            text.append(first).append(pads ? "×" + (end - at) : "");
            at = end;
        }
        return text.toString();
    }

    /** A caller's control characters must not steer the terminal. */
    private static String printable(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Character.isISOControl(c) && c != '\n' && c != '\t') {
                safe.append("\\u%04x".formatted(c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }
}

package dev.fovea.chat;

import java.text.Normalizer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A text in normalisation form C that remembers where its characters came from. */
final class NfcText {

    private final String text;
    private final int @Nullable [] origins;

    private NfcText(String text, int @Nullable [] origins) {
        this.text = text;
        this.origins = origins;
    }

    /** A text that needs no normalisation. */
    static NfcText asIs(String text) {
        return new NfcText(text, null);
    }

    static NfcText of(String source) {
        if (Normalizer.isNormalized(source, Normalizer.Form.NFC)) {
            return asIs(source);
        }
        StringBuilder text = new StringBuilder(source.length());
        IntList origins = new IntList();
        for (int from = 0; from < source.length(); ) {
            int to = clusterEnd(source, from);
            String piece = source.substring(from, to);
            String normal = Normalizer.normalize(piece, Normalizer.Form.NFC);
            for (int i = 0; i < normal.length(); i++) {
                origins.add(piece.equals(normal) ? from + i : from);
            }
            text.append(normal);
            from = to;
        }
        String whole = Normalizer.normalize(source, Normalizer.Form.NFC);
        // clusters are cut where no known character composes; a character that a newer Unicode composes keeps its ids
        // right
        // and only loses its place
        return text.toString().contentEquals(whole)
                ? new NfcText(whole, origins.toIds().toArray())
                : new NfcText(whole, new int[whole.length()]);
    }

    /** A character and everything behind it that may compose with it. */
    private static int clusterEnd(String source, int from) {
        int end = from + Character.charCount(source.codePointAt(from));
        while (end < source.length() && mayCompose(source.codePointAt(end))) {
            end += Character.charCount(source.codePointAt(end));
        }
        return end;
    }

    private static boolean mayCompose(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            // Hangul vowels and finals, and the one vowel sign that is a letter (Kirat Rai)
            default -> codePoint >= 0x1160 && codePoint <= 0x11FF || codePoint >= 0x16D63 && codePoint <= 0x16D6A;
        };
    }

    String text() {
        return text;
    }

    /** Index in the source of what became the character at {@code index}. */
    int origin(int index) {
        return origins == null ? index : origins[index];
    }

    @Override
    public String toString() {
        return text + (origins == null ? "" : Arrays.toString(origins));
    }
}

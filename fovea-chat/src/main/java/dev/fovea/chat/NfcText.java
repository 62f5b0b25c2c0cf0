package dev.fovea.chat;

import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * A text in normalisation form C that remembers where its characters came from. Equal to the normaliser of Hugging Face
 * tokenizers, whose tables are those of Unicode 9: what was added later neither composes nor changes places there.
 */
final class NfcText {

    /** First and last of each run of later characters that a newer Unicode composes or reorders; measured, code point by code point. */
    private static final int[] LATER = {
        0x7FD, 0x7FD, 0x897, 0x89F, 0x8CA, 0x8D3, 0x9FE, 0x9FE, 0xC3C, 0xC3C, 0xD3B, 0xD3C, 0xEBA, 0xEBA, 0x1715,
        0x1715, 0x1ABF, 0x1ACE, 0x1DF6, 0x1DFA, 0xA82C, 0xA82C, 0x105D2, 0x105D2, 0x105DA, 0x105DA, 0x10D24, 0x10D27,
        0x10D69, 0x10D6D, 0x10EAB, 0x10EAC, 0x10EFD, 0x10EFF, 0x10F46, 0x10F50, 0x10F82, 0x10F85, 0x11070, 0x11070,
        0x1133B, 0x1133B, 0x11382, 0x11384, 0x1138B, 0x1138B, 0x11390, 0x11390, 0x113B8, 0x113D0, 0x1145E, 0x1145E,
        0x11839, 0x1183A, 0x11930, 0x11943, 0x119E0, 0x119E0, 0x11A34, 0x11A34, 0x11A47, 0x11A47, 0x11A99, 0x11A99,
        0x11D42, 0x11D45, 0x11D97, 0x11D97, 0x11F41, 0x11F42, 0x1611E, 0x1612F, 0x16D63, 0x16D6A, 0x16FF0, 0x16FF1,
        0x1E08F, 0x1E08F, 0x1E130, 0x1E136, 0x1E2AE, 0x1E2AE, 0x1E2EC, 0x1E2EF, 0x1E4EC, 0x1E4EF, 0x1E5EE, 0x1E5EF
    };

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
            String cluster = source.substring(from, to);
            String normal = Normalizer.normalize(cluster, Normalizer.Form.NFC);
            for (int i = 0; i < normal.length(); i++) {
                origins.add(cluster.equals(normal) ? from + i : from);
            }
            text.append(normal);
            from = to;
        }
        return new NfcText(text.toString(), origins.toIds().toArray());
    }

    /** A character and everything behind it that may compose with it. */
    private static int clusterEnd(String source, int from) {
        int first = source.codePointAt(from);
        int end = from + Character.charCount(first);
        while (!isLater(first) && end < source.length() && mayCompose(source.codePointAt(end))) {
            end += Character.charCount(source.codePointAt(end));
        }
        return end;
    }

    private static boolean mayCompose(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
                !isLater(codePoint);
            default -> codePoint >= 0x1160 && codePoint <= 0x11FF; // Hangul vowels and finals
        };
    }

    private static boolean isLater(int codePoint) {
        for (int i = 0; i < LATER.length && LATER[i] <= codePoint; i += 2) {
            if (codePoint <= LATER[i + 1]) {
                return true;
            }
        }
        return false;
    }

    String text() {
        return text;
    }

    /** Index in the source of what became the character at {@code index}. */
    int origin(int index) {
        return origins == null ? index : origins[index];
    }
}

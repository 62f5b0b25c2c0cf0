package dev.fovea.chat;

/** Finds what UTF-16 allows and no encoder can write: half a surrogate pair. */
final class Surrogates {

    private Surrogates() {}

    /** Index of the first unpaired half, or -1. */
    static int firstUnpaired(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else {
                return i;
            }
        }
        return -1;
    }
}

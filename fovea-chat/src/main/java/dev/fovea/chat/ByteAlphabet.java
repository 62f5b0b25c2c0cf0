package dev.fovea.chat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The table with which byte-level vocabularies write bytes as visible characters: printable Latin-1 stands for itself, the other
 * 68 bytes, in order, for U+0100 and up (GPT-2's table).
 */
final class ByteAlphabet {

    private static final int SIZE = 256;
    private static final char[] CHARACTERS = new char[SIZE];
    private static final int[] BYTES = new int[0x144];

    static {
        Arrays.fill(BYTES, -1);
        char next = 0x100;
        for (int b = 0; b < SIZE; b++) {
            boolean visible = (b >= '!' && b <= '~') || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE;
            CHARACTERS[b] = visible ? (char) b : next++;
            BYTES[CHARACTERS[b]] = b;
        }
    }

    private ByteAlphabet() {}

    /** The character that stands for a byte, 0 to 255. */
    static char character(int b) {
        return CHARACTERS[b];
    }

    static String write(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        for (byte b : bytes) {
            text.append(CHARACTERS[b & 0xFF]);
        }
        return text.toString();
    }

    /** The bytes of a token; one with a character outside the table stands for its own UTF-8. */
    static byte[] read(String token) {
        byte[] bytes = new byte[token.length()];
        for (int i = 0; i < bytes.length; i++) {
            char c = token.charAt(i);
            if (c >= BYTES.length || BYTES[c] < 0) {
                return token.getBytes(StandardCharsets.UTF_8);
            }
            bytes[i] = (byte) BYTES[c];
        }
        return bytes;
    }
}

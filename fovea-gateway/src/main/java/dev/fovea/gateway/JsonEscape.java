package dev.fovea.gateway;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Resolves one escape sequence of a JSON string, fed byte by byte. */
final class JsonEscape {

    private static final int UNICODE_BYTES = 6;

    private final byte[] raw = new byte[UNICODE_BYTES];
    private int length;

    boolean isOpen() {
        return length > 0;
    }

    /** Begins behind a backslash. */
    void open() {
        raw[0] = '\\';
        length = 1;
    }

    void take(byte next) {
        raw[length++] = next;
        if ((length == 2 && next != 'u') || length == UNICODE_BYTES) {
            length = -length;
        }
    }

    /** The sequence as it was spelled; valid once it is closed. */
    byte[] raw() {
        return Arrays.copyOf(raw, -length);
    }

    /** The UTF-8 bytes that it means; half a surrogate pair means {@code ?}, since the parser behind refuses or joins it. */
    byte[] resolved() {
        return switch (raw[1]) {
            case '"', '\\', '/' -> new byte[] {raw[1]};
            case 'b' -> new byte[] {'\b'};
            case 'f' -> new byte[] {'\f'};
            case 'n' -> new byte[] {'\n'};
            case 'r' -> new byte[] {'\r'};
            case 't' -> new byte[] {'\t'};
            case 'u' -> String.valueOf((char) codeUnit()).getBytes(StandardCharsets.UTF_8);
            default -> throw invalid();
        };
    }

    private int codeUnit() {
        int unit = 0;
        for (int i = 2; i < UNICODE_BYTES; i++) {
            int digit = Character.digit(raw[i], 16);
            if (digit < 0) {
                throw invalid();
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    private static RequestException invalid() {
        return new RequestException(
                ErrorCode.INVALID_JSON,
                "a string of the body holds an escape that JSON does not know",
                "send valid JSON");
    }

    /** A text as it stands between the quotes of a JSON string. */
    static byte[] quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.toString().getBytes(StandardCharsets.UTF_8);
    }
}

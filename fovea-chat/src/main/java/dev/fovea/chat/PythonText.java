package dev.fovea.chat;

/** Python's {@code str.strip}, which templates and parsers of this field are written with; Java's trims other characters. */
public final class PythonText {

    private PythonText() {}

    /** Without white space at both ends. */
    public static String strip(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (from < to && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    /** {@code str.isspace} of one character; all of them stand in the basic plane. */
    static boolean isSpace(char c) {
        return (c >= 0x09 && c <= 0x0D)
                || (c >= 0x1C && c <= 0x20)
                || c == 0x85
                || c == 0xA0
                || c == 0x1680
                || (c >= 0x2000 && c <= 0x200A)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202F
                || c == 0x205F
                || c == 0x3000;
    }
}

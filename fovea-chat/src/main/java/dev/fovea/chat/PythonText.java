package dev.fovea.chat;

import tools.jackson.databind.JsonNode;

/** Python's {@code str.strip}, which templates and parsers of this field are written with; Java's trims other characters. */
public final class PythonText {

    private PythonText() {}

    /** Without white space at both ends. */
    public static String strip(String text) {
        return stripTrailing(stripLeading(text));
    }

    /** Without white space in front. */
    public static String stripLeading(String text) {
        int from = 0;
        while (from < text.length() && isSpace(text.charAt(from))) {
            from++;
        }
        return text.substring(from);
    }

    /** Without white space at the end. */
    public static String stripTrailing(String text) {
        int to = text.length();
        while (to > 0 && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(0, to);
    }

    /** {@code str(value)} of a JSON value that is no container: {@code True}, {@code None}, {@code inf}, text as it is. */
    public static String str(JsonNode scalar) {
        if (scalar.isString()) {
            return scalar.stringValue();
        }
        if (scalar.isBoolean()) {
            return scalar.booleanValue() ? "True" : "False";
        }
        if (scalar.isNull()) {
            return "None";
        }
        return PythonJson.text(scalar).replace("Infinity", "inf").replace("NaN", "nan");
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

package dev.fovea.families.qwen;

/**
 * An assistant's content, taken apart where reasoning stands in its text, as programs send it back that know no other place.
 *
 * @param reasoning what stood before the first closing tag, empty where there is none
 * @param answer what stood behind it
 */
public record InlineReasoning(String reasoning, String answer) {

    private static final String OPEN = "<think>";
    private static final String CLOSE = "</think>";

    /** Takes a content apart. The newlines around both parts are the template's. */
    public static InlineReasoning of(String content) {
        int close = content.indexOf(CLOSE);
        if (close < 0) {
            return new InlineReasoning("", content);
        }
        String before = content.substring(0, close);
        int open = before.lastIndexOf(OPEN);
        return new InlineReasoning(
                stripNewlines(open < 0 ? before : before.substring(open + OPEN.length())),
                stripLeadingNewlines(content.substring(close + CLOSE.length())));
    }

    /** Without line feeds at both ends; other white space stays. */
    public static String stripNewlines(String text) {
        String led = stripLeadingNewlines(text);
        int end = led.length();
        while (end > 0 && led.charAt(end - 1) == '\n') {
            end--;
        }
        return led.substring(0, end);
    }

    /** Without line feeds in front. */
    public static String stripLeadingNewlines(String text) {
        int from = 0;
        while (from < text.length() && text.charAt(from) == '\n') {
            from++;
        }
        return text.substring(from);
    }
}

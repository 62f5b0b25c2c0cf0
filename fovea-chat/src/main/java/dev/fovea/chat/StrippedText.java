package dev.fovea.chat;

/** A growing text without the white space at its ends: what is white waits until something follows it. */
final class StrippedText {

    private final StringBuilder white = new StringBuilder();
    private boolean begun;

    /** What is certain now. */
    String add(String more) {
        String stripped = PythonText.strip(more);
        if (stripped.isEmpty()) {
            white.append(begun ? more : "");
            return "";
        }
        int from = more.indexOf(stripped);
        String told = begun ? white + more.substring(0, from + stripped.length()) : stripped;
        white.setLength(0);
        white.append(more, from + stripped.length(), more.length());
        begun = true;
        return told;
    }
}

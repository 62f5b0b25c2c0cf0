package dev.fovea.chat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;

/** Strings inside JSON, as Python writes them with {@code ensure_ascii=False}. */
final class JsonString {

    private JsonString() {}

    static void write(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> {
                    if (Character.isHighSurrogate(c)
                            && i + 1 < text.length()
                            && Character.isLowSurrogate(text.charAt(i + 1))) {
                        out.append(c).append(text.charAt(++i));
                    } else if (c < 0x20 || Character.isSurrogate(c)) {
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /** Python compares code points; {@code String} compares UTF-16 units. */
    static <T> Comparator<Map.Entry<String, T>> byCodePoint() {
        return Comparator.comparing(entry -> entry.getKey().codePoints().toArray(), Arrays::compare);
    }
}

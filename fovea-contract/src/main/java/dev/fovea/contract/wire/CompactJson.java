package dev.fovea.contract.wire;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as references hold it: no blanks, keys sorted by code point at every level, everything outside U+0020 to U+007E escaped
 * with lower-case digits, floats as Python prints them. Two writers of the contract agree byte for byte.
 */
final class CompactJson {

    private static final Comparator<String> BY_CODE_POINT = (a, b) -> {
        int[] left = a.codePoints().toArray();
        int[] right = b.codePoints().toArray();
        return java.util.Arrays.compare(left, right);
    };

    private final StringBuilder out = new StringBuilder();

    private CompactJson() {}

    static String write(Map<String, ?> object) {
        return value(object);
    }

    static String value(@Nullable Object value) {
        CompactJson writer = new CompactJson();
        writer.add(value);
        return writer.out.toString();
    }

    private void add(@Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case String text -> text(text);
            case Boolean truth -> out.append(truth);
            case Integer number -> out.append(number);
            case Long number -> out.append(number);
            case BigInteger number -> out.append(number);
            case Number number -> out.append(real(number.doubleValue()));
            case List<?> list -> list(list);
            case Map<?, ?> map -> object(map);
            default -> throw new IllegalArgumentException("no JSON form for " + value.getClass());
        }
    }

    private void object(Map<?, ?> map) {
        out.append('{');
        String separator = "";
        for (String key : map.keySet().stream()
                .map(String.class::cast)
                .sorted(BY_CODE_POINT)
                .toList()) {
            out.append(separator);
            text(key);
            out.append(':');
            add(map.get(key));
            separator = ",";
        }
        out.append('}');
    }

    private void list(List<?> list) {
        out.append('[');
        String separator = "";
        for (Object item : list) {
            out.append(separator);
            add(item);
            separator = ",";
        }
        out.append(']');
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            character(text.charAt(i));
        }
        out.append('"');
    }

    private void character(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c >= ' ' && c <= '~') {
                    out.append(c);
                } else {
                    out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                }
            }
        }
    }

    /** Shortest digits that parse back; an exponent below 1e-4 and from 1e16 on, of at least two digits. */
    private static String real(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("no JSON form for " + value);
        }
        String java = Double.toString(value);
        double size = Math.abs(value);
        if (size != 0 && (size < 1e-4 || size >= 1e16)) {
            // Java writes an exponent for all of these
            int split = java.indexOf('E');
            String mantissa = java.substring(0, split).replaceFirst("\\.0$", "");
            int exponent = Integer.parseInt(java.substring(split + 1));
            return mantissa + "e" + (exponent < 0 ? "-" : "+") + String.format(Locale.ROOT, "%02d", Math.abs(exponent));
        }
        return java.contains("E") ? new java.math.BigDecimal(java).toPlainString() + decimals(java) : java;
    }

    /** What {@code toPlainString} leaves out: a whole number still is a float. */
    private static String decimals(String java) {
        return new java.math.BigDecimal(java).scale() <= 0 ? ".0" : "";
    }
}

package dev.fovea.conform.training;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Values as the corpus writes them, with its marks for bytes and for numbers that JSON cannot hold. */
final class Recorded {

    private static final int HEX = 16;

    private Recorded() {}

    /** Whether the reference accepted. */
    static boolean accepted(JsonNode verdict) {
        return verdict.has("ok");
    }

    /** The plain value: maps, lists, texts, numbers, booleans, null. */
    static @Nullable Object plain(JsonNode node) {
        if (node.isObject()) {
            return object(node);
        }
        if (node.isArray()) {
            List<@Nullable Object> list = new ArrayList<>();
            node.forEach(item -> list.add(plain(item)));
            return list;
        }
        if (node.isIntegralNumber()) {
            BigInteger number = node.bigIntegerValue();
            return number.bitLength() < Integer.SIZE
                    ? (Object) number.intValueExact()
                    : number.bitLength() < Long.SIZE ? (Object) number.longValueExact() : number;
        }
        if (node.isNumber()) {
            return node.doubleValue();
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isNull() ? null : node.stringValue();
    }

    private static Object object(JsonNode node) {
        if (node.has("$f64")) {
            return Double.longBitsToDouble(
                    Long.parseUnsignedLong(node.get("$f64").stringValue(), HEX));
        }
        if (node.has("$hex")) {
            return HexFormat.of().parseHex(node.get("$hex").stringValue());
        }
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        node.properties().forEach(member -> map.put(member.getKey(), plain(member.getValue())));
        return map;
    }

    /** Equal but for the form of numbers: a float list may have been written with integers. */
    static boolean same(@Nullable Object expected, @Nullable Object actual) {
        return switch (expected) {
            case null -> actual == null;
            case Number number -> actual instanceof Number other && sameNumber(number, other);
            case byte[] bytes -> actual instanceof byte[] other && java.util.Arrays.equals(bytes, other);
            case List<?> list -> actual instanceof List<?> other && sameList(list, other);
            case Map<?, ?> map -> actual instanceof Map<?, ?> other && sameMap(map, other);
            default -> expected.equals(actual);
        };
    }

    private static boolean sameNumber(Number expected, Number actual) {
        if (expected instanceof Double || actual instanceof Double) {
            return Double.compare(expected.doubleValue(), actual.doubleValue()) == 0;
        }
        return new BigInteger(expected.toString()).equals(new BigInteger(actual.toString()));
    }

    private static boolean sameList(List<?> expected, List<?> actual) {
        boolean same = expected.size() == actual.size();
        for (int i = 0; same && i < expected.size(); i++) {
            same = same(expected.get(i), actual.get(i));
        }
        return same;
    }

    private static boolean sameMap(Map<?, ?> expected, Map<?, ?> actual) {
        return expected.keySet().equals(actual.keySet())
                && expected.entrySet().stream()
                        .allMatch(member -> same(member.getValue(), actual.get(member.getKey())));
    }
}

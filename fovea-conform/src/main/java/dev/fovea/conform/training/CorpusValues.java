package dev.fovea.conform.training;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The corpus's way of writing values down: floats that JSON lacks, bytes, masks as text. */
final class CorpusValues {

    private CorpusValues() {}

    static boolean absent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    static double number(JsonNode value) {
        return value.has("$f64")
                ? Double.longBitsToDouble(
                        Long.parseUnsignedLong(value.path("$f64").asString(), 16))
                : value.asDouble();
    }

    static byte[] bytes(JsonNode value) {
        return HexFormat.of().parseHex(value.path("$hex").asString());
    }

    static TokenIds ids(JsonNode list) {
        return TokenIds.of(
                list.isString()
                        ? list.asString().chars().map(digit -> digit - '0').toArray()
                        : list.valueStream().mapToInt(JsonNode::intValue).toArray());
    }

    static @Nullable TokenIds idsOrNull(JsonNode list) {
        return absent(list) ? null : ids(list);
    }

    static TokenMask mask(JsonNode list) {
        TokenMask.Builder mask = new TokenMask.Builder();
        if (list.isString()) {
            list.asString().chars().forEach(digit -> mask.add(digit == '1', 1));
        } else {
            list.forEach(truth -> mask.add(truth.booleanValue(), 1));
        }
        return mask.build();
    }

    static TokenValues values(JsonNode list) {
        return TokenValues.of(
                list.valueStream().mapToDouble(CorpusValues::number).toArray());
    }

    static @Nullable TokenValues valuesOrNull(JsonNode list) {
        return absent(list) ? null : values(list);
    }

    static List<Integer> integers(JsonNode list) {
        return list.valueStream().map(JsonNode::intValue).toList();
    }

    /** A JSON-like value as plain Java, members in their order. */
    static @Nullable Object plain(JsonNode value) {
        if (value.isObject()) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            value.propertyStream().forEach(member -> map.put(member.getKey(), plain(member.getValue())));
            return map;
        }
        if (value.isArray()) {
            List<@Nullable Object> list = new ArrayList<>();
            value.forEach(element -> list.add(plain(element)));
            return list;
        }
        if (value.isIntegralNumber()) {
            return value.longValue();
        }
        if (value.isNumber()) {
            return value.doubleValue();
        }
        return value.isBoolean() ? Boolean.valueOf(value.booleanValue()) : value.isNull() ? null : value.asString();
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Over the decimal numbers, joined with commas. */
    static String sha256(TokenIds ids) {
        StringBuilder text = new StringBuilder();
        ids.stream().forEach(id -> text.append(text.isEmpty() ? "" : ",").append(id));
        return sha256(text.toString().getBytes(StandardCharsets.UTF_8));
    }
}

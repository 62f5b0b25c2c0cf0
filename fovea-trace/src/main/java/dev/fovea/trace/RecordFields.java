package dev.fovea.trace;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Members of a record on disk, each read with its type or refused by name. */
final class RecordFields {

    private RecordFields() {}

    static JsonNode object(JsonNode in, String name) {
        return typed(in.path(name), name, in.path(name).isObject(), "an object");
    }

    static JsonNode array(JsonNode in, String name) {
        return typed(in.path(name), name, in.path(name).isArray(), "a list");
    }

    static String text(JsonNode in, String name) {
        JsonNode value = in.isString() ? in : in.path(name);
        return typed(value, name, value.isString(), "a text").asString();
    }

    static int integer(JsonNode in, String name) {
        JsonNode value = in.isNumber() ? in : in.path(name);
        return typed(value, name, value.canConvertToInt() && value.isIntegralNumber(), "a 32-bit integer")
                .asInt();
    }

    static long whole(JsonNode in, String name) {
        JsonNode value = in.path(name);
        return typed(value, name, value.canConvertToLong() && value.isIntegralNumber(), "a 64-bit integer")
                .asLong();
    }

    static double real(JsonNode in, String name) {
        JsonNode value = in.isNumber() ? in : in.path(name);
        return typed(value, name, value.isNumber(), "a number").asDouble();
    }

    static boolean truth(JsonNode in, String name) {
        return typed(in.path(name), name, in.path(name).isBoolean(), "true or false")
                .asBoolean();
    }

    static <E extends Enum<E>> E constant(JsonNode in, String name, Class<E> type) {
        try {
            return Enum.valueOf(type, text(in, name).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw refused(name, "one of the known names");
        }
    }

    private static JsonNode typed(JsonNode value, String name, boolean holds, String wanted) {
        if (!holds) {
            throw refused(name, wanted);
        }
        return value;
    }

    static RequestException refused(String name, String wanted) {
        return new RequestException(
                ErrorCode.INVALID_REQUEST,
                "member " + name + " of a trace record is not " + wanted,
                "the record was written by another version, or damaged");
    }
}

package dev.fovea.gateway;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads members of a request with their place in every refusal, and refuses text that no tokenizer can encode. */
final class JsonFields {

    private JsonFields() {}

    static JsonNode object(JsonNode value, String place) {
        return typed(value, place, value.isObject(), "an object");
    }

    static JsonNode array(JsonNode value, String place) {
        return typed(value, place, value.isArray(), "a list");
    }

    static String text(JsonNode value, String place) {
        String text = typed(value, place, value.isString(), "a string").asString();
        requireWhole(text, place);
        return text;
    }

    /** Null where the member is absent or null. */
    static @Nullable String optionalText(JsonNode value, String place) {
        return isAbsent(value) ? null : text(value, place);
    }

    static double real(JsonNode value, String place) {
        double number = typed(value, place, value.isNumber(), "a number").asDouble(Double.NaN);
        if (!Double.isFinite(number)) {
            throw invalid(place + " is beyond the range of numbers", "give a finite number");
        }
        return number;
    }

    static int integer(JsonNode value, String place) {
        return typed(value, place, value.isIntegralNumber() && value.canConvertToInt(), "a 32-bit integer")
                .asInt();
    }

    static long longInteger(JsonNode value, String place) {
        return typed(value, place, value.isIntegralNumber() && value.canConvertToLong(), "a 64-bit integer")
                .asLong();
    }

    static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    /** Checks every string below a value that is passed on as it is. */
    static void requireWholeTexts(JsonNode value, String place) {
        if (value.isString()) {
            requireWhole(value.asString(), place);
        }
        for (var member : value.properties()) {
            requireWhole(member.getKey(), place);
            requireWholeTexts(member.getValue(), place + "." + member.getKey());
        }
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                requireWholeTexts(value.get(i), place + "[" + i + "]");
            }
        }
    }

    static void requireWhole(String text, String place) {
        int at = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            // a whole pair is one character above the surrogates; only a lone half is one of them
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                throw new RequestException(
                        ErrorCode.UNPAIRED_SURROGATE,
                        place + " holds half a surrogate pair at character " + at,
                        "send whole characters");
            }
            at += Character.charCount(character);
        }
    }

    private static JsonNode typed(JsonNode value, String place, boolean holds, String wanted) {
        if (!holds) {
            throw invalid(place + " is " + kind(value) + ", not " + wanted, "see the chat completions reference");
        }
        return value;
    }

    private static String kind(JsonNode value) {
        if (value.isMissingNode()) {
            return "missing";
        }
        return switch (value.getNodeType()) {
            case ARRAY -> "a list";
            case BINARY, POJO, MISSING -> "missing";
            case BOOLEAN -> "true or false";
            case NULL -> "null";
            case NUMBER -> "a number out of range or of another kind";
            case OBJECT -> "an object";
            case STRING -> "a string";
        };
    }

    /** What reads an image; a refusal of it gets the place of the image in front. */
    static <T> T at(String place, Supplier<T> read) {
        try {
            return read.get();
        } catch (RequestException e) {
            throw new RequestException(e.code(), place + ": " + e.what(), e.remedy(), e);
        }
    }

    static RequestException invalid(String what, String remedy) {
        return new RequestException(ErrorCode.INVALID_REQUEST, what, remedy);
    }
}

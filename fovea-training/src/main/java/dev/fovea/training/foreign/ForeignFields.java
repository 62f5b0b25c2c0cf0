package dev.fovea.training.foreign;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Members of foreign records, each of the right kind or refused by name. */
final class ForeignFields {

    private static final int SHOWN = 40;

    private ForeignFields() {}

    static String text(JsonNode record, String name) {
        JsonNode value = record.path(name);
        if (!value.isString()) {
            throw wrong(name, "is no text");
        }
        return value.stringValue();
    }

    /** An absent list is empty. */
    static JsonNode list(JsonNode record, String name) {
        JsonNode value = record.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return JsonNodeFactory.instance.arrayNode();
        }
        if (!value.isArray()) {
            throw wrong(name, "is no list");
        }
        return value;
    }

    static TokenIds ids(JsonNode record, String name) {
        JsonNode list = list(record, name);
        int[] ids = new int[list.size()];
        for (int i = 0; i < ids.length; i++) {
            JsonNode id = list.get(i);
            if (!id.canConvertToInt() || !id.isIntegralNumber() || id.intValue() < 0) {
                throw wrong(name, "holds " + shown(id) + ", which is no token id");
            }
            ids[i] = id.intValue();
        }
        return TokenIds.of(ids);
    }

    /** Truth values; the older generation writes 0 and 1. */
    static TokenMask mask(JsonNode record, String name) {
        TokenMask.Builder mask = new TokenMask.Builder();
        for (JsonNode value : list(record, name)) {
            boolean number = isWhole(value) && (value.longValue() == 0 || value.longValue() == 1);
            if (!value.isBoolean() && !number) {
                throw wrong(name, "holds " + shown(value) + ", which is neither true nor false");
            }
            mask.add(number ? value.longValue() == 1 : value.booleanValue(), 1);
        }
        return mask.build();
    }

    static TokenValues values(JsonNode record, String name) {
        JsonNode list = list(record, name);
        double[] values = new double[list.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = finite(list.get(i), name);
        }
        return TokenValues.of(values);
    }

    /** A finite number; {@code otherwise} where there is none. */
    static double number(JsonNode record, String name, double otherwise) {
        JsonNode value = record.path(name);
        return value.isMissingNode() || value.isNull() ? otherwise : finite(value, name);
    }

    /** A count from 0 on; 0 where there is none. */
    static long count(JsonNode record, String name) {
        JsonNode value = record.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return 0;
        }
        if (!isWhole(value) || value.longValue() < 0) {
            throw wrong(name, "holds " + shown(value) + ", which is no count");
        }
        return value.longValue();
    }

    /** Whether a value is a whole number of 64 bits. */
    static boolean isWhole(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong();
    }

    private static double finite(JsonNode value, String name) {
        double number = value.isNumber() ? value.numberValue().doubleValue() : Double.NaN;
        if (!Double.isFinite(number)) {
            throw wrong(name, "holds " + shown(value) + ", which is no finite number");
        }
        return number;
    }

    /** Enough to find it, and never a payload. */
    static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    static RequestException wrong(String name, String what) {
        return new RequestException(
                ErrorCode.INVALID_REQUEST, name + " of a record " + what, "give the record as it was written");
    }
}

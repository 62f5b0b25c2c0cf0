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
                throw wrong(name, "holds " + id + ", which is no token id");
            }
            ids[i] = id.intValue();
        }
        return TokenIds.of(ids);
    }

    /** Truth values; the older generation writes 0 and 1. */
    static TokenMask mask(JsonNode record, String name) {
        TokenMask.Builder mask = new TokenMask.Builder();
        for (JsonNode value : list(record, name)) {
            if (!value.isBoolean() && !(value.isIntegralNumber() && (value.asInt() == 0 || value.asInt() == 1))) {
                throw wrong(name, "holds " + value + ", which is neither true nor false");
            }
            mask.add(value.isBoolean() ? value.booleanValue() : value.asInt() == 1, 1);
        }
        return mask.build();
    }

    static TokenValues values(JsonNode record, String name) {
        JsonNode list = list(record, name);
        double[] values = new double[list.size()];
        for (int i = 0; i < values.length; i++) {
            JsonNode value = list.get(i);
            if (!value.isNumber() || !Double.isFinite(value.asDouble())) {
                throw wrong(name, "holds " + value + ", which is no finite number");
            }
            values[i] = value.asDouble();
        }
        return TokenValues.of(values);
    }

    static RequestException wrong(String name, String what) {
        return new RequestException(
                ErrorCode.INVALID_REQUEST, name + " of a record " + what, "give the record as it was written");
    }
}

package dev.fovea.chat;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/** What a tool's schema says about its parameters, to read values that are written without quotes. */
record ParameterTypes(JsonNode properties) {

    /** Of the first tool with that name, enveloped or flat; unknown tools say nothing. */
    static ParameterTypes of(List<JsonNode> tools, String name) {
        for (JsonNode tool : tools) {
            JsonNode function = tool.path("function").isObject() ? tool.path("function") : tool;
            if (function.path("name").asString("").equals(name)) {
                return new ParameterTypes(function.path("parameters").path("properties"));
            }
        }
        return new ParameterTypes(MissingNode.getInstance());
    }

    /**
     * A value as its schema types it: text where only text is allowed, JSON otherwise, and text where JSON does not parse but
     * text is allowed beside it. Empty where neither fits.
     *
     * @param value without its framing newlines; text keeps its own white space, indentation may mean something
     */
    Optional<JsonNode> read(String key, String value) {
        JsonNode schema = properties.path(key);
        if (onlyText(schema.path("type"))) {
            return Optional.of(JsonNodeFactory.instance.stringNode(value));
        }
        String stripped = PythonText.strip(value);
        Optional<JsonNode> json = PythonJson.read(stripped);
        return json.isPresent() || !allowsText(schema)
                ? json
                : Optional.of(JsonNodeFactory.instance.stringNode(stripped));
    }

    private static boolean onlyText(JsonNode type) {
        return isString(type) || (type.isArray() && type.size() == 1 && isString(type.get(0)));
    }

    private static boolean allowsText(JsonNode schema) {
        return schema.path("type").valueStream().anyMatch(ParameterTypes::isString)
                || schema.path("enum").valueStream().anyMatch(JsonNode::isString)
                || branches(schema, "anyOf")
                || branches(schema, "oneOf");
    }

    private static boolean branches(JsonNode schema, String name) {
        return schema.path(name).valueStream().anyMatch(branch -> onlyText(branch.path("type")));
    }

    private static boolean isString(JsonNode type) {
        return type.isString() && type.stringValue().equals("string");
    }
}

package dev.fovea.families.kimik25;

import dev.fovea.chat.PythonJson;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Tools as a turn declares them. Section 8.1 of the renderer specification. */
public final class ToolDeclaration {

    /** Python compares code points, {@code String} UTF-16 units. */
    static final Comparator<String> BY_CODE_POINT =
            Comparator.comparing(text -> text.codePoints().toArray(), Arrays::compare);

    private ToolDeclaration() {}

    /**
     * TypeScript out of the tools, the keys of all objects sorted; compact JSON where one of them has a schema that cannot be
     * written so.
     */
    public static String text(List<JsonNode> tools) {
        List<JsonNode> sorted = tools.stream().map(ToolDeclaration::sorted).toList();
        try {
            return typeScript(sorted);
        } catch (UnprintableSchema e) {
            return sorted.stream().map(PythonJson::canonical).collect(Collectors.joining(",", "[", "]"));
        }
    }

    /**
     * TypeScript with keys in the order that they came in, as the reference leaves them; empty where no tool is a function.
     *
     * @throws UnprintableSchema where a schema cannot be written so
     */
    public static String typeScript(List<JsonNode> tools) {
        List<String> functions = tools.stream()
                .map(ToolDeclaration::function)
                .filter(function -> !function.isEmpty())
                .map(TypeScriptFunction::text)
                .toList();
        return functions.isEmpty()
                ? ""
                : "# Tools\n\n## functions\nnamespace functions {\n" + String.join("\n", functions) + "\n}\n";
    }

    /** A tool without its envelope; an empty object where it is no function. */
    private static JsonNode function(JsonNode tool) {
        if (!tool.isObject()) {
            throw new UnprintableSchema("a tool is no object");
        }
        JsonNode type = tool.path("type");
        boolean other = SchemaReader.isTrue(type) && !type.asString("").equals("function");
        return other
                ? JsonNodeFactory.instance.objectNode()
                : tool.path("function").isObject() ? tool.path("function") : tool;
    }

    private static JsonNode sorted(JsonNode value) {
        if (value.isArray()) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            value.forEach(element -> list.add(sorted(element)));
            return list;
        }
        if (!value.isObject()) {
            return value;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        value.properties().stream()
                .sorted(Map.Entry.comparingByKey(BY_CODE_POINT))
                .forEach(member -> object.set(member.getKey(), sorted(member.getValue())));
        return object;
    }
}

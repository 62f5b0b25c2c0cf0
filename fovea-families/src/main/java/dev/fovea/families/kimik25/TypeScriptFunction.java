package dev.fovea.families.kimik25;

import dev.fovea.chat.PythonText;
import dev.fovea.families.kimik25.TypeScriptType.ObjectType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One function: its interfaces, its description, its type. */
final class TypeScriptFunction {

    private TypeScriptFunction() {}

    static String text(JsonNode function) {
        SchemaReader reader = new SchemaReader();
        JsonNode parameters = function.path("parameters");
        ObjectType root =
                reader.object(SchemaReader.isTrue(parameters) ? parameters : JsonNodeFactory.instance.objectNode());
        boolean refersToItself = reader.refersToRoot();
        List<String> lines = new ArrayList<>();
        if (refersToItself) {
            String fields = root.fields().stream()
                    .map(field -> field.text(TypeScriptType.INDENT))
                    .collect(Collectors.joining(",\n"));
            lines.add("interface parameters {" + (fields.isEmpty() ? "" : "\n" + fields + "\n") + "}");
        }
        for (Map.Entry<String, JsonNode> definition : reader.definitions()) {
            lines.add(definition(definition.getKey(), definition.getValue(), reader));
        }
        String description = SchemaReader.description(function);
        if (!description.isEmpty()) {
            lines.add(TypeScriptType.comment(description, ""));
        }
        String type = refersToItself ? "parameters" : root.text("");
        lines.add("type " + name(function.path("name")) + " = (_: " + type + ") => any;");
        return String.join("\n", lines);
    }

    private static String definition(String name, JsonNode schema, SchemaReader reader) {
        String type = reader.registered(schema).text("");
        String description = SchemaReader.description(schema);
        return (description.isEmpty() ? "" : TypeScriptType.comment(description, "") + "\n") + "interface " + name + " "
                + type;
    }

    private static String name(JsonNode name) {
        if (name.isContainer()) {
            throw new UnprintableSchema("a function's name is no text");
        }
        return name.isMissingNode() ? "function" : PythonText.str(name);
    }
}

package dev.fovea.families.kimik25;

import dev.fovea.chat.PythonJson;
import dev.fovea.chat.PythonText;
import dev.fovea.families.kimik25.TypeScriptType.AnyOf;
import dev.fovea.families.kimik25.TypeScriptType.ArrayType;
import dev.fovea.families.kimik25.TypeScriptType.Docs;
import dev.fovea.families.kimik25.TypeScriptType.Field;
import dev.fovea.families.kimik25.TypeScriptType.ObjectType;
import dev.fovea.families.kimik25.TypeScriptType.Plain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** JSON schemas of one function's parameters. Definitions are known from where they stand on. One function, one reader. */
final class SchemaReader {

    private static final Docs NONE = new Docs("", "");
    private static final String DEFINITIONS = "#/$defs/";

    private static final Set<String> OF_TEXT = Set.of("maxLength", "minLength", "pattern");
    private static final Set<String> OF_NUMBERS = Set.of("maximum", "minimum");
    private static final Set<String> OF_LISTS = Set.of("maxItems", "minItems");

    private static final Map<String, String> UNION = Map.of(
            "string", "string",
            "number", "number",
            "integer", "number",
            "boolean", "boolean",
            "null", "null",
            "object", "{}",
            "array", "Array<any>");

    private final Map<String, JsonNode> definitions = new LinkedHashMap<>();
    private boolean refersToRoot;

    /** Whether {@code #} is referred to. */
    boolean refersToRoot() {
        return refersToRoot;
    }

    List<Map.Entry<String, JsonNode>> definitions() {
        return List.copyOf(definitions.entrySet());
    }

    /** The type of a definition; one that brings further definitions is refused, as the reference fails on it. */
    TypeScriptType registered(JsonNode schema) {
        int known = definitions.size();
        TypeScriptType type = type(schema);
        if (definitions.size() > known) {
            throw new UnprintableSchema("a definition holds definitions");
        }
        return type;
    }

    private TypeScriptType type(JsonNode schema) {
        if (schema.isBoolean()) {
            return new Plain(schema.booleanValue() ? "any" : "null", NONE);
        }
        demand(schema.isObject(), "a schema is neither an object nor a switch");
        if (schema.has("$ref")) {
            return new Plain(referred(schema.path("$ref")), docs(schema, Set.of()));
        }
        if (schema.has("anyOf")) {
            List<TypeScriptType> types = new ArrayList<>();
            list(schema, "anyOf").forEach(type -> types.add(type(type)));
            return new AnyOf(types, docs(schema, Set.of()));
        }
        if (schema.has("enum")) {
            return new Plain(
                    list(schema, "enum")
                            .valueStream()
                            .map(SchemaReader::constant)
                            .collect(Collectors.joining(" | ")),
                    docs(schema, Set.of()));
        }
        if (schema.has("type")) {
            return typed(schema, schema.path("type"));
        }
        demand(schema.isEmpty(), "a schema has none of the keywords that TypeScript shows");
        return new Plain("any", NONE);
    }

    private TypeScriptType typed(JsonNode schema, JsonNode type) {
        if (type.isArray()) {
            return new Plain(
                    type.valueStream().map(SchemaReader::inUnion).collect(Collectors.joining(" | ")),
                    docs(schema, Set.of()));
        }
        demand(type.isString(), "a schema's type is no text");
        return switch (type.stringValue()) {
            case "object" -> object(schema);
            case "array" -> {
                JsonNode items = schema.path("items");
                yield new ArrayType(isTrue(items) ? type(items) : new Plain("any", NONE), docs(schema, OF_LISTS));
            }
            case "string" -> new Plain("string", docs(schema, OF_TEXT));
            case "number", "integer" -> new Plain("number", docs(schema, OF_NUMBERS));
            default -> new Plain(type.stringValue(), docs(schema, Set.of()));
        };
    }

    /** An object's schema, its definitions first. */
    ObjectType object(JsonNode schema) {
        demand(schema.isObject(), "the parameters are no object");
        if (schema.has("$defs")) {
            demand(schema.path("$defs").isObject(), "$defs is no object");
            schema.path("$defs").properties().forEach(member -> definitions.put(member.getKey(), member.getValue()));
        }
        TypeScriptType others = others(schema.path("additionalProperties"));
        List<Field> fields = new ArrayList<>();
        if (schema.has("properties")) {
            demand(schema.path("properties").isObject(), "properties is no object");
            Set<String> required = required(schema.path("required"));
            for (Map.Entry<String, JsonNode> property :
                    schema.path("properties").properties()) {
                JsonNode value = property.getValue().path("default");
                fields.add(new Field(
                        property.getKey(),
                        type(property.getValue()),
                        required.contains(property.getKey()),
                        value.isMissingNode() || value.isNull() ? null : PythonJson.text(value)));
            }
        }
        return new ObjectType(fields, others, docs(schema, Set.of()));
    }

    private @Nullable TypeScriptType others(JsonNode schema) {
        if (schema.isMissingNode() || schema.isNull()) {
            return null;
        }
        if (schema.isBoolean()) {
            return new Plain(schema.booleanValue() ? "any" : "never", NONE);
        }
        demand(schema.isObject(), "additionalProperties is neither an object nor a switch");
        return type(schema);
    }

    private static Set<String> required(JsonNode names) {
        Set<String> required = new HashSet<>();
        demand(names.isMissingNode() || names.isArray(), "required is no list");
        names.forEach(name -> required.add(name.asString("")));
        return required;
    }

    private String referred(JsonNode reference) {
        demand(reference.isString(), "a reference is no text");
        String text = reference.stringValue();
        if (text.equals("#")) {
            refersToRoot = true;
            return "parameters";
        }
        demand(text.startsWith(DEFINITIONS), "a reference leads outside of $defs");
        String name = text.substring(text.lastIndexOf('/') + 1);
        JsonNode found = definitions.get(name);
        demand(found != null && found.isObject(), "a reference leads nowhere");
        return name;
    }

    private static String inUnion(JsonNode type) {
        String shown = type.isString() ? UNION.get(type.stringValue()) : null;
        if (shown == null) {
            throw new UnprintableSchema("a list of types holds an unknown one");
        }
        return shown;
    }

    /** Texts without escapes; in the JSON of all else, only ASCII. */
    private static String constant(JsonNode value) {
        if (value.isString()) {
            return '"' + value.stringValue() + '"';
        }
        StringBuilder ascii = new StringBuilder();
        PythonJson.text(value)
                .chars()
                .forEach(c -> ascii.append(c < 0x80 ? String.valueOf((char) c) : "\\u%04x".formatted(c)));
        return ascii.toString();
    }

    private static Docs docs(JsonNode schema, Set<String> constraints) {
        String shown = schema.properties().stream()
                .filter(member -> constraints.contains(member.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .map(member -> member.getKey() + ": " + constraint(member.getValue()))
                .collect(Collectors.joining(", "));
        return new Docs(description(schema), shown);
    }

    private static String constraint(JsonNode value) {
        demand(!value.isContainer(), "a limit is no number or text");
        return PythonText.str(value);
    }

    /** Empty where there is none. */
    static String description(JsonNode schema) {
        JsonNode description = schema.path("description");
        demand(description.isString() || !isTrue(description), "a description is no text");
        return description.asString("");
    }

    private static JsonNode list(JsonNode schema, String name) {
        demand(schema.path(name).isArray(), name + " is no list");
        return schema.path(name);
    }

    /** As Python takes a value for a condition. */
    static boolean isTrue(JsonNode value) {
        return switch (value.getNodeType()) {
            case MISSING, NULL -> false;
            case ARRAY, OBJECT -> !value.isEmpty();
            case STRING -> !value.stringValue().isEmpty();
            case BOOLEAN -> value.booleanValue();
            case NUMBER -> value.doubleValue() != 0;
            case BINARY, POJO -> true;
        };
    }

    private static void demand(boolean holds, String otherwise) {
        if (!holds) {
            throw new UnprintableSchema(otherwise);
        }
    }
}

package dev.fovea.families.kimik25;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A schema as TypeScript writes it. */
sealed interface TypeScriptType {

    String INDENT = "  ";

    /**
     * The type.
     *
     * @param indent what stands in front of the line that it begins on
     */
    String text(String indent);

    /** What is said about it in comments. */
    Docs docs();

    /**
     * Comments.
     *
     * @param description lines of text, or empty
     * @param constraints names and values, or empty
     */
    record Docs(String description, String constraints) {

        /** Each line with its end. */
        String text(String indent) {
            return (description.isEmpty() ? "" : comment(description, indent) + "\n")
                    + (constraints.isEmpty() ? "" : indent + "// " + constraints + "\n");
        }
    }

    /** A text as comment; an empty line stays empty. */
    static String comment(String text, String indent) {
        return Arrays.stream(text.split("\n", -1))
                .map(line -> line.isEmpty() ? "" : indent + "// " + line)
                .collect(Collectors.joining("\n"));
    }

    /** A type that is one word or one line. */
    record Plain(String text, Docs docs) implements TypeScriptType {
        @Override
        public String text(String indent) {
            return text;
        }
    }

    /** One of several types. */
    record AnyOf(List<TypeScriptType> types, Docs docs) implements TypeScriptType {
        @Override
        public String text(String indent) {
            return types.stream().map(type -> type.text(indent)).collect(Collectors.joining(" | "));
        }
    }

    /** A list; what is said about its elements stands inside. */
    record ArrayType(TypeScriptType element, Docs docs) implements TypeScriptType {
        @Override
        public String text(String indent) {
            String inner = indent + INDENT;
            String comments = element.docs().text(inner);
            return comments.isEmpty()
                    ? "Array<" + element.text(indent) + ">"
                    : "Array<\n" + comments + inner + element.text(inner) + "\n" + indent + ">";
        }
    }

    /**
     * An object.
     *
     * @param fields in the order of the schema
     * @param others the type of fields that the schema does not name, null where it says nothing about them
     */
    record ObjectType(List<Field> fields, @Nullable TypeScriptType others, Docs docs) implements TypeScriptType {
        @Override
        public String text(String indent) {
            String inner = indent + INDENT;
            List<String> shown = new ArrayList<>();
            fields.stream()
                    .sorted(Comparator.comparing(Field::required)
                            .reversed()
                            .thenComparing(Field::name, ToolDeclaration.BY_CODE_POINT))
                    .forEach(field -> shown.add(field.text(inner)));
            if (others != null) {
                shown.add(inner + "[k: string]: " + others.text(inner));
            }
            return shown.isEmpty() ? "{}" : "{\n" + String.join(",\n", shown) + "\n" + indent + "}";
        }
    }

    /**
     * A field of an object.
     *
     * @param value its default as JSON, or null
     */
    record Field(
            String name,
            TypeScriptType type,
            boolean required,
            @Nullable String value) {
        String text(String indent) {
            return type.docs().text(indent)
                    + (value == null ? "" : indent + "// Default: " + value + "\n")
                    + indent + name + (required ? "" : "?") + ": " + type.text(indent);
        }
    }
}

package dev.fovea.families.kimik25;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.PythonJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Richer schemas are in the corpus of recorded answers. */
class ToolDeclarationTest {

    @Test
    void aFunctionIsATypeWithItsDescriptionAsComment() {
        String weather = """
                {"type": "function", "function": {"name": "get_weather", "description": "Return the weather for a city.",
                 "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}""";

        assertThat(ToolDeclaration.text(tools(weather))).isEqualTo("""
                # Tools

                ## functions
                namespace functions {
                // Return the weather for a city.
                type get_weather = (_: {
                  city: string
                }) => any;
                }
                """);
    }

    @Test
    void keysAreSortedFirst() {
        String unsorted = "{\"name\": \"f\", \"parameters\": {\"properties\": {\"x\": {\"type\": \"object\","
                + " \"default\": {\"b\": 1, \"a\": 2}}}}}";

        assertThat(ToolDeclaration.text(tools(unsorted))).contains("// Default: {\"a\": 2, \"b\": 1}\n");
        assertThat(ToolDeclaration.typeScript(tools(unsorted))).contains("// Default: {\"b\": 1, \"a\": 2}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"oneOf\": [{\"type\": \"string\"}]}",
                "{\"$ref\": \"#/$defs/Missing\"}",
                "{\"$ref\": \"other.json\"}",
                "{\"type\": [\"string\", \"odd\"]}",
                "{\"type\": 5}",
                "{\"anyOf\": {}}",
                "{\"enum\": 5}",
                "{\"type\": \"string\", \"description\": 5}",
                "{\"type\": \"string\", \"pattern\": []}",
                "{\"type\": \"array\", \"items\": [{\"type\": \"string\"}]}",
                "{\"type\": \"object\", \"properties\": []}",
                "{\"type\": \"object\", \"additionalProperties\": 5}",
                "5",
                "null"
            })
    void toolsWithASchemaThatTypeScriptLacksAreCompactJsonWithSortedKeys(String schema) {
        String tool = "{\"name\": \"f\", \"parameters\": {\"properties\": {\"x\": " + schema + "}}}";

        String text = ToolDeclaration.text(tools(tool));

        assertThat(text)
                .isEqualTo(
                        PythonJson.canonical(PythonJson.read("[" + tool + "]").orElseThrow()));
        assertThat(text).startsWith("[{\"name\":\"f\",\"parameters\":");
    }

    private static List<JsonNode> tools(String... tools) {
        return List.of(tools).stream()
                .map(tool -> PythonJson.read(tool).orElseThrow())
                .toList();
    }
}

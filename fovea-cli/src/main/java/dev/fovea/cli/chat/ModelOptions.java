package dev.fovea.cli.chat;

import dev.fovea.chat.PythonJson;
import dev.fovea.families.Families;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.RendererSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Which model, and how its template is read. */
final class ModelOptions {

    @Option(
            names = "--model",
            paramLabel = "DIR",
            required = true,
            description = "The checkpoint folder: config.json, tokenizer.json and, for vision models, "
                    + "preprocessor_config.json. No weights are read.")
    private @Nullable Path checkpoint;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting of the renderer, for example enable_thinking=false or family=qwen3.6; repeatable.")
    private Map<String, String> settings = Map.of();

    FamilyModel open() {
        return Families.open(Objects.requireNonNull(checkpoint, "picocli demands --model"), rendererSettings());
    }

    private RendererSettings rendererSettings() {
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        settings.forEach((name, text) -> values.set(
                name,
                PythonJson.read(text)
                        .filter(JsonNode::isBoolean)
                        .orElseGet(() -> JsonNodeFactory.instance.stringNode(text))));
        return RendererSettings.of(values);
    }
}

package dev.fovea.assets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ImageDirectoryTest {

    @Test
    void everyGoldenRowGivesTheLaunchersDirectory() {
        for (JsonNode row : Json.lines("/golden/store/directories.jsonl")) {
            Map<String, String> environment = new HashMap<>();
            row.get("env")
                    .properties()
                    .forEach(entry ->
                            environment.put(entry.getKey(), entry.getValue().asString()));
            JsonNode configured = row.get("offload_dir");

            Path directory = ImageDirectory.forLauncher(
                    configured.isNull() ? null : configured.asString(),
                    environment,
                    row.get("output_dir").asString());

            assertThat(directory.toString())
                    .as(row.get("id").asString())
                    .isEqualTo(row.at("/result/ok").asString());
        }
    }

    @Test
    void theOperatorsVariableComesFirstAndABlankOneCountsAsAbsent() {
        assertThat(launch(Map.of(ImageDirectory.VARIABLE, " /set "), "/configured"))
                .isEqualTo(Path.of("/set"));
        assertThat(launch(Map.of(ImageDirectory.VARIABLE, "  "), "/configured")).isEqualTo(Path.of("/configured"));
    }

    @Test
    void aLeadingTildeIsTheHomeDirectory() {
        assertThat(launch(Map.of("HOME", "/home/me"), "~/a/~")).isEqualTo(Path.of("/home/me/a/~"));
    }

    @Test
    void aWriterTakesItsArgumentThenTheVariableThenFails() {
        Map<String, String> environment = Map.of(ImageDirectory.VARIABLE, "/variable");

        assertThat(ImageDirectory.forWriter("/argument", environment)).isEqualTo(Path.of("/argument"));
        assertThat(ImageDirectory.forWriter(null, environment)).isEqualTo(Path.of("/variable"));
        assertThatThrownBy(() -> ImageDirectory.forWriter(" ", Map.of()))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining(ImageDirectory.VARIABLE);
    }

    private static Path launch(Map<String, String> environment, String configured) {
        return ImageDirectory.forLauncher(configured, environment, "/out");
    }
}

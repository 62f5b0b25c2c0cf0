package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {

    private static final Map<String, byte[]> TOKENIZER =
            Map.of("tokenizer.json", "{\"model\": {}}".getBytes(StandardCharsets.UTF_8));

    @TempDir
    Path temporary;

    @Test
    void theDemonstrationHasTheSizeOfTheMeasuredRecipe() {
        WeightPlan plan = WeightPlan.of(TestEpisodes.CONFIG);

        assertThat(plan.size()).isEqualTo(207_040);
        assertThat(plan.tensors()).hasSize(51);
    }

    @Test
    void whatWasWrittenIsRead() {
        Path folder = temporary.resolve("general");

        GoldenCheckpoints.write(folder, GoldenCheckpoints.GENERAL);

        CheckpointFolder read = CheckpointFolder.open(folder);
        assertThat(read.config()).isEqualTo(GoldenCheckpoints.GENERAL);
        try (WeightMemory weights = read.weights(MemoryUse.SERVED);
                WeightMemory written = GoldenCheckpoints.weights(GoldenCheckpoints.GENERAL)) {
            assertThat(weights.all().mismatch(written.all())).isEqualTo(-1);
        }
    }

    @Test
    void filesBesideTheWeightsTravelAlong() throws IOException {
        Path folder = temporary.resolve("random");

        RandomCheckpoint.write(folder, TestEpisodes.CONFIG, 1, TOKENIZER);

        assertThat(CheckpointFolder.open(folder).otherFiles()).containsOnlyKeys("config.json", "tokenizer.json");
        assertThat(Files.readString(folder.resolve("tokenizer.json"))).isEqualTo("{\"model\": {}}");
    }

    @Test
    void oneSeedGivesOneFileOnEveryMachine() throws IOException {
        Path folder = temporary.resolve("seeded");

        RandomCheckpoint.write(folder, TestEpisodes.CONFIG, 7, Map.of());

        assertThat(ImageHash.of(Files.readAllBytes(folder.resolve("model.safetensors")))
                        .hex())
                .isEqualTo("80c7ea2859fee3743ca4942010b479de7501f0745a5b3c8f3ef6eb2ba8f464dc");
    }

    @Test
    void randomMatricesHaveTheDeviationOfTheRecipe() {
        Path folder = temporary.resolve("seeded");

        RandomCheckpoint.write(folder, TestEpisodes.CONFIG, 7, Map.of());

        assertThat(deviation(folder, "model.language_model.embed_tokens.weight"))
                .isBetween(0.098, 0.102);
        assertThat(deviation(folder, "model.language_model.layers.0.mlp.up_proj.weight"))
                .isBetween(0.121, 0.129);
        assertThat(deviation(folder, "model.language_model.layers.0.mlp.down_proj.weight"))
                .isBetween(0.042, 0.046);
        assertThat(deviation(folder, "model.language_model.norm.weight")).isEqualTo(1);
        assertThat(deviation(folder, "model.visual.patch_embed.proj.bias")).isZero();
    }

    private static double deviation(Path folder, String tensor) {
        try (WeightMemory weights = CheckpointFolder.open(folder).weights(MemoryUse.SERVED)) {
            float[] values = weights.of(weights.plan().tensor(tensor)).toArray(ValueLayout.JAVA_FLOAT);
            double squares = 0;
            for (float value : values) {
                squares += (double) value * value;
            }
            return Math.sqrt(squares / values.length);
        }
    }

    @Test
    void anOccupiedNameIsLeftAlone() throws IOException {
        Path folder = temporary.resolve("taken");
        Files.createDirectory(folder);
        Files.writeString(folder.resolve("note"), "mine");

        assertThatThrownBy(() -> RandomCheckpoint.write(folder, TestEpisodes.CONFIG, 1, TOKENIZER))
                .isInstanceOf(StorageException.class);

        assertThat(Files.readString(folder.resolve("note"))).isEqualTo("mine");
        assertThat(names(temporary)).containsExactly("taken");
    }

    @Test
    void aFolderThatCannotBeWrittenWholeDoesNotAppear() throws IOException {
        Map<String, byte[]> impossible = Map.of("no/such/folder", new byte[0]);

        assertThatThrownBy(() -> RandomCheckpoint.write(temporary.resolve("half"), TestEpisodes.CONFIG, 1, impossible))
                .isInstanceOf(StorageException.class);

        assertThat(names(temporary)).isEmpty();
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}

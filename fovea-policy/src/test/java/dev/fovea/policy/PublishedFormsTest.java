package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Forms in which models are published hold the same weights as the single float32 file. */
class PublishedFormsTest {

    private static final String INDEX = "model.safetensors.index.json";

    @TempDir
    Path temporary;

    private final WeightMemory weights = PublishedFolder.narrowWeights(PublishedFolder.CONFIG);

    @AfterEach
    void closeWeights() {
        weights.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyNumberFormatIsWidenedExactly(NumberFormat format) throws IOException {
        published().write(folder(), format, UnaryOperator.identity());

        assertThat(isSame(folder())).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shardsAreOneModel(NumberFormat format) throws IOException {
        published().writeShards(folder(), format, UnaryOperator.identity());

        assertThat(isSame(folder())).isTrue();
    }

    @Test
    void aBaseModelSavedAloneHasNamesWithoutModel() throws IOException {
        published().writeShards(folder(), NumberFormat.BF16, name -> name.replaceFirst("^model\\.", ""));

        assertThat(isSame(folder())).isTrue();
    }

    @Test
    void theNamesOfServingEnginesAreRead() throws IOException {
        published()
                .write(
                        folder(),
                        NumberFormat.F32,
                        name -> name.replaceFirst("^model\\.language_model\\.", "language_model.model.")
                                .replaceFirst("^model\\.visual\\.", "visual.")
                                .replaceFirst("^lm_head\\.", "language_model.lm_head."));

        assertThat(isSame(folder())).isTrue();
    }

    @Test
    void aTensorUnderTwoNamesIsRefused() throws IOException {
        published()
                .write(
                        folder(),
                        NumberFormat.F32,
                        name -> name.equals("model.visual.merger.norm.bias") ? "visual.merger.norm.weight" : name);

        assertThat(refusal().what()).endsWith("holds model.visual.merger.norm.weight a second time");
    }

    @Test
    void aMissingShardIsNamed() throws IOException {
        published().writeShards(folder(), NumberFormat.BF16, UnaryOperator.identity());
        Files.delete(folder().resolve("model-00002-of-00003.safetensors"));

        assertThat(refusal().what()).endsWith("model-00002-of-00003.safetensors does not exist");
    }

    @Test
    void aShardThatLacksWhatTheIndexSendsThereIsNamed() throws IOException {
        published().writeShards(folder(), NumberFormat.BF16, UnaryOperator.identity());
        index(text -> text.replaceFirst(
                "\\{\"weight_map\":\\{", "{\"weight_map\":{\"more\":\"model-00003-of-00003.safetensors\","));

        assertThat(refusal().what()).contains("model-00003-of-00003.safetensors lacks more, which " + INDEX);
    }

    @Test
    void aShardWithATensorThatTheIndexDoesNotKnowIsNamed() throws IOException {
        published().writeShards(folder(), NumberFormat.BF16, UnaryOperator.identity());
        index(text -> text.replace("model.language_model.norm.weight", "model.language_model.norm.other"));

        assertThat(refusal().what()).contains("holds model.language_model.norm.weight, which " + INDEX);
    }

    @Test
    void anIndexThatLeadsOutOfItsFolderIsRefused() throws IOException {
        published().writeShards(folder(), NumberFormat.BF16, UnaryOperator.identity());
        index(text -> text.replace("model-00001", "../model-00001"));

        assertThat(refusal().what()).contains("which is no file of this folder");
    }

    @Test
    void anIndexWithoutAMapIsRefused() throws IOException {
        published().writeShards(folder(), NumberFormat.BF16, UnaryOperator.identity());
        index(_ -> "{\"metadata\":{\"total_size\":1}}");

        assertThat(refusal().what()).endsWith("has no weight_map");
    }

    @Test
    void aTiedHeadInAShardOfItsOwnMustBeTheEmbedding() throws IOException {
        published().writeShards(folder(), NumberFormat.BF16, UnaryOperator.identity());
        Path config = folder().resolve("config.json");
        Files.writeString(
                config,
                Files.readString(config).replace("\"tie_word_embeddings\" : false", "\"tie_word_embeddings\" : true"));

        assertThat(refusal().what()).contains("a head that is not the embedding");
    }

    @Test
    void whatWasTrainedFromNarrowShardsIsOneFloat32FileThatSaysSo() throws IOException {
        published().writeShards(folder(), NumberFormat.BF16, UnaryOperator.identity());
        Path config = folder().resolve("config.json");
        Files.writeString(config, Files.readString(config).replace("\"float32\"", "\"bfloat16\""));
        Path saved = temporary.resolve("saved");

        try (PolicyLearner learner = new PolicyLearner(folder(), 1)) {
            learner.save(saved);
        }

        assertThat(isSame(saved)).isTrue();
        assertThat(Files.readString(saved.resolve("config.json"))).doesNotContain("bfloat16");
        assertThat(CheckpointFolder.open(saved).otherFiles()).containsOnlyKeys("config.json");
    }

    @Test
    void weightsThatCannotFitAreRefusedBeforeTheyAreRead() {
        WeightPlan plan = WeightPlan.of(PublishedFolder.CONFIG);

        SetupException refusal = catchThrowableOfType(
                SetupException.class,
                () -> MemoryUse.TRAINED.require(folder(), plan, new HostMemory(20 * plan.size() - 1)));
        MemoryUse.TRAINED.require(folder(), plan, new HostMemory(20 * plan.size()));

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION);
        assertThat(refusal.what()).contains("trained, take at least 0.0 GiB in float32");
    }

    @Test
    void aTiedHeadIsServedFromACopy() {
        WeightPlan tied = WeightPlan.of(GoldenCheckpoints.GENERAL);

        assertThat(MemoryUse.SERVED.floats(tied)).isEqualTo(tied.size() + 96 * 32);
        assertThat(MemoryUse.SERVED.floats(weights.plan()))
                .isEqualTo(weights.plan().size());
    }

    @Test
    void aConfigurationInFloat32TravelsAsItIs() {
        byte[] json = "{ \"dtype\": \"float32\" }".getBytes(StandardCharsets.UTF_8);

        assertThat(ConfigWriter.widened(json)).isSameAs(json);
        assertThat(new String(
                        ConfigWriter.widened("{\"torch_dtype\":\"bfloat16\"}".getBytes(StandardCharsets.UTF_8)),
                        StandardCharsets.UTF_8))
                .contains("\"torch_dtype\" : \"float32\"");
    }

    private PublishedFolder published() {
        return new PublishedFolder(weights);
    }

    private Path folder() {
        return temporary.resolve("published");
    }

    private boolean isSame(Path folder) {
        CheckpointFolder read = CheckpointFolder.open(folder);
        assertThat(read.config()).isEqualTo(PublishedFolder.CONFIG);
        try (WeightMemory same = read.weights(MemoryUse.SERVED)) {
            return same.all().mismatch(weights.all()) < 0;
        }
    }

    private void index(UnaryOperator<String> change) throws IOException {
        Path index = folder().resolve(INDEX);
        Files.writeString(index, change.apply(Files.readString(index)));
    }

    private SetupException refusal() {
        SetupException refusal = catchThrowableOfType(
                SetupException.class,
                () -> CheckpointFolder.open(folder()).weights(MemoryUse.CHECKED).close());
        assertThat(refusal).isNotNull();
        return refusal;
    }
}

package dev.fovea.families;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.chat.ThinkingPolicy;
import dev.fovea.chat.ThinkingRetention;
import dev.fovea.chat.TrainedTokenizer;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.families.qwen3vl.Qwen3VlVocabulary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FamiliesTest {

    @TempDir
    private Path folder;

    private TrainedTokenizer tokenizer;

    @BeforeEach
    void writeACheckpoint() throws IOException {
        tokenizer = Qwen3VlVocabulary.train(List.of("1 square."), 5);
        tokenizer.write(folder, Qwen3VlVocabulary.settings(512));
        Files.writeString(folder.resolve("config.json"), config("qwen3_vl", 256 + 5 + 6));
        Files.writeString(folder.resolve("preprocessor_config.json"), """
                {"patch_size": 16, "temporal_patch_size": 2, "merge_size": 2, "min_pixels": 4096, "max_pixels": 4096,
                 "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5]}""");
    }

    @Test
    void aCheckpointIsOpenedByTheFamilyItNames() {
        FamilyModel model = Families.open(folder);

        assertThat(model.family()).isEqualTo("qwen3-vl");
        assertThat(model.visionTokens().imagePad()).isEqualTo(267);
        assertThat(model.tokenizer().vocabulary()).isEqualTo(275);
        assertThat(model.imageProcessor().family()).isEqualTo("qwen_vl");
        assertThat(model.forwardPolicy()).isEqualTo(new ForwardPolicy(false, true));
        assertThat(model.tokenizer().encode("ABCDEFGHI").size()).isEqualTo(9);
    }

    @Test
    void aModelThatNoFamilyServesIsRefusedWithTheKnownOnes() throws IOException {
        Files.writeString(folder.resolve("config.json"), config("llava", 0));

        assertRefused(
                ErrorCode.UNKNOWN_FAMILY,
                "llava",
                "kimi_k2, kimi_k25, qwen3, qwen3_5, qwen3_5_moe, qwen3_moe, qwen3_vl, qwen3_vl_moe");
    }

    @Test
    void aTextModelIsOpenedWithoutImages() throws IOException {
        Files.writeString(folder.resolve("config.json"), config("qwen3", 0));
        Files.delete(folder.resolve("preprocessor_config.json"));

        FamilyModel model = Families.open(folder);

        assertThat(model.family()).isEqualTo("qwen3");
        assertThatThrownBy(() -> model.imageProcessor().layout(new ImageSize(32, 32)))
                .isInstanceOf(RequestException.class)
                .hasMessageContaining("text only");
        assertThat(model.positionScheme().positions(3, List.of()).time()).isEqualTo(TokenIds.of(0, 1, 2));
    }

    @ParameterizedTest
    @CsvSource({"'', qwen3.5", "preserve_thinking, qwen3.6", "preserve_thinking and reasoning_effort, qwen3.8"})
    void modelsOfOneTypeAreToldApartByWhatTheirTemplatesKnow(String template, String family) throws IOException {
        Files.writeString(folder.resolve("config.json"), config("qwen3_5_moe", 256 + 5 + 6));
        Files.writeString(folder.resolve("chat_template.jinja"), template);

        assertThat(Families.open(folder).family()).isEqualTo(family);
    }

    @Test
    void aSettingNamesTheFamily() throws IOException {
        Files.writeString(folder.resolve("config.json"), config("my_finetune", 256 + 5 + 6));
        RendererSettings settings = RendererSettings.defaults().with("family", "qwen3.8");

        FamilyModel model = Families.open(folder, settings.with("reasoning_effort", "low"));

        assertThat(model.family()).isEqualTo("qwen3.8");
        assertThat(model.renderer().thinking()).isEqualTo(new ThinkingPolicy(true, ThinkingRetention.ALL));
    }

    @ParameterizedTest
    @CsvSource({
        "reasoning_effort, low, qwen3-vl has no setting reasoning_effort",
        "thinking_retention, none, 'thinking_retention is none; use one of [tool_cycle, all]'",
        "add_vision_id, yes, add_vision_id is yes; use true or false",
        "family, llava, there is no family llava"
    })
    void aSettingThatCannotBeIsRefusedByName(String name, String value, String message) {
        RendererSettings settings = RendererSettings.defaults().with(name, value);

        assertThatThrownBy(() -> Families.open(folder, settings))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theSmallestModelsDoNotThinkUnlessTold() throws IOException {
        Path small = Files.createDirectory(folder.resolve("Qwen3.5-0.8B"));
        for (String file : List.of("preprocessor_config.json", "tokenizer.json")) {
            Files.copy(folder.resolve(file), small.resolve(file));
        }
        Files.writeString(small.resolve("config.json"), config("qwen3_5", 256 + 5 + 6));

        assertThat(Families.open(small).renderer().thinking().enabled()).isFalse();
        assertThat(Families.open(small, RendererSettings.defaults().with("enable_thinking", true))
                        .renderer()
                        .thinking()
                        .enabled())
                .isTrue();
    }

    @Test
    void aThinkingCheckpointIsRefused() throws IOException {
        Files.writeString(
                folder.resolve("chat_template.json"),
                "{\"chat_template\": \"{{- '<|im_start|>assistant\\\\n<think>\\\\n' }}\"}");

        assertRefused(ErrorCode.INVALID_CHECKPOINT, "Thinking");
    }

    @Test
    void aPadThatModelAndTokenizerNumberDifferentlyIsRefused() throws IOException {
        Files.writeString(folder.resolve("config.json"), config("qwen3_vl", 266));

        assertRefused(ErrorCode.INVALID_CHECKPOINT, "image_token_id 266, its tokenizer 267");
    }

    @Test
    void aFolderWithoutOneOfItsFilesIsRefusedByName() throws IOException {
        for (String file : List.of("preprocessor_config.json", "tokenizer.json", "config.json")) {
            Files.delete(folder.resolve(file));

            assertRefused(ErrorCode.INVALID_CHECKPOINT, file);
        }
    }

    private void assertRefused(ErrorCode code, String... parts) {
        assertThatThrownBy(() -> Families.open(folder))
                .isInstanceOfSatisfying(
                        SetupException.class, e -> assertThat(e.code()).isEqualTo(code))
                .message()
                .contains(parts);
    }

    private static String config(String modelType, int imagePad) {
        return "{\"model_type\": \"%s\", \"image_token_id\": %d}".formatted(modelType, imagePad);
    }
}

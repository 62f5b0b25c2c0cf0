package dev.fovea.families.qwenvl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QwenVlSettingsTest {

    private static final String QWEN3 = """
            {"size": {"longest_edge": 16777216, "shortest_edge": 65536}, "patch_size": 16, "temporal_patch_size": 2,
             "merge_size": 2, "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5],
             "processor_class": "Qwen3VLProcessor", "image_processor_type": "Qwen2VLImageProcessorFast"}""";

    private static final String QWEN2 = """
            {"min_pixels": 3136, "max_pixels": 12845056, "patch_size": 14, "temporal_patch_size": 2, "merge_size": 2,
             "image_mean": [0.48145466, 0.4578275, 0.40821073], "image_std": [0.26862954, 0.26130258, 0.27577711],
             "image_processor_type": "Qwen2VLImageProcessor", "processor_class": "Qwen2VLProcessor"}""";

    @TempDir
    Path checkpoint;

    @Test
    void theFilesOfBothGenerationsAreRead() throws IOException {
        assertThat(read(QWEN3)).isEqualTo(QwenVlGolden.QWEN3);
        assertThat(read(QWEN2)).isEqualTo(QwenVlGolden.QWEN2);
    }

    @Test
    void anExplicitBoundOverridesTheSize() throws IOException {
        QwenVlSettings settings = read(with("\"max_pixels\": 262144, \"min_pixels\": null"));

        assertThat(settings).isEqualTo(QwenVlGolden.QWEN3_SMALL);
    }

    @Test
    void whatSavePretrainedAddsChangesNothing() throws IOException {
        assertThat(read(with("""
                "crop_size": null, "data_format": "channels_first", "default_to_square": true, "device": null,
                "disable_grouping": null, "do_center_crop": null, "do_convert_rgb": true, "do_normalize": true,
                "do_pad": false, "do_rescale": true, "do_resize": true, "input_data_format": null, "resample": 3,
                "rescale_factor": 0.00392156862745098, "return_tensors": null"""))).isEqualTo(QwenVlGolden.QWEN3);
    }

    @Test
    void aRepackagedCheckpointKeepsThemInProcessorConfig() throws IOException {
        Files.writeString(
                checkpoint.resolve("processor_config.json"), "{\"image_processor\": " + QWEN3 + ", \"x\": 1}");

        assertThat(QwenVlSettings.read(checkpoint)).isEqualTo(QwenVlGolden.QWEN3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"do_resize\": false|do_resize = false",
                "\"do_normalize\": null|do_normalize = null",
                "\"resample\": 2|resample = 2",
                "\"rescale_factor\": 0.004|rescale_factor = 0.004",
                "\"do_pad\": true|do_pad = true",
                "\"image_processor_type\": \"KimiImageProcessor\"|image_processor_type = \"KimiImageProcessor\"",
                "\"auto_map\": {}|auto_map = {}",
                "\"tomorrow\": 1|tomorrow = 1",
            })
    void aKeyThatIsNotUnderstoodIsRefusedByName(String member, String words) {
        assertRefused(with(member), words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"size", "patch_size", "temporal_patch_size", "merge_size", "image_mean", "image_std"})
    void aMissingKnobIsNeverADefault(String key) {
        String without = QWEN3.replaceFirst("\"" + key + "\": (\\{.*?}|\\[.*?]|\\d+),", "");

        assertThat(without).isNotEqualTo(QWEN3);
        assertRefused(without, key.equals("size") ? "min_pixels or size.shortest_edge" : key);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"patch_size\": 0|patch_size",
                "\"patch_size\": 16.5|patch_size",
                "\"patch_size\": \"16\"|patch_size",
                "\"max_pixels\": 100|min_pixels <= max_pixels",
                "\"image_std\": [0.5, 0.5, 0]|image_std above 0",
                "\"image_mean\": [0.5, 0.5, \"x\"]|image_mean",
            })
    void anImpossibleKnobIsRefused(String member, String words) {
        assertRefused(with(member), words);
    }

    @Test
    void aFolderWithoutSettingsAndATornFileAreRefused() throws IOException {
        assertThatThrownBy(() -> QwenVlSettings.read(checkpoint)).hasMessageContaining("preprocessor_config.json");
        assertRefused("{\"patch_size\": 1", "does not read as JSON");
        assertRefused("[]", "is no JSON object");
    }

    private void assertRefused(String json, String words) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOfSatisfying(
                        SetupException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHECKPOINT))
                .hasMessageContaining(words);
    }

    private QwenVlSettings read(String json) throws IOException {
        Files.writeString(checkpoint.resolve("preprocessor_config.json"), json);
        return QwenVlSettings.read(checkpoint);
    }

    /** The newest form with one member more; a later duplicate wins. */
    private static String with(String member) {
        return QWEN3.substring(0, QWEN3.length() - 1) + ", " + member + "}";
    }
}

package dev.fovea.families.kimik25;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.families.ImageGolden;
import dev.fovea.families.ImageProcessors;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KimiK25ImageProcessorTest {

    private static final String SETTINGS = """
            {"in_patch_limit": 16384, "patch_size": 14, "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5],
             "merge_kernel_size": [2, 2], "fixed_output_tokens": null, "patch_limit_on_one_side": 512}""";

    @TempDir
    Path checkpoint;

    @ParameterizedTest
    @CsvSource({
        "29,28,17e85770,a8790466",
        "640,480,1185d107,fa9c8303",
        "2000,2000,6fbc00ff,e6dd2e36",
    })
    void theSpecificationsTensorsComeOut(int width, int height, String float32, String bfloat16) {
        ImageProcessor processor = ImageProcessors.open(ImageGolden.checkpoint("kimi-k2.5"), "pil-12");

        assertThat(ImageGolden.crc32(ImageGolden.patches(processor, ImageGolden.t(width, height), PixelForm.FLOAT32)))
                .isEqualTo(float32);
        assertThat(ImageGolden.crc32(ImageGolden.patches(processor, ImageGolden.t(width, height), PixelForm.BFLOAT16)))
                .isEqualTo(bfloat16);
    }

    @Test
    void theLayoutFingerprintIsTheContractsTextHashed() throws IOException {
        String text = "image-layout:kimi_k25:fixed_output_tokens=null:image_mean=[0.5,0.5,0.5]:image_std=[0.5,0.5,0.5]"
                + ":in_patch_limit=16384:merge_kernel_size=2:patch_limit_on_one_side=512:patch_size=14";

        assertThat(open(SETTINGS).layoutFingerprint())
                .isEqualTo(ImageHash.of(text.getBytes(StandardCharsets.UTF_8))
                        .hex()
                        .substring(0, 32));
    }

    @Test
    void theProcessorFingerprintNamesFormAndBackend() {
        Path folder = ImageGolden.checkpoint("kimi-k2.5");
        assertThat(List.of("pil", "pil-12", "torchvision").stream()
                        .flatMap(backend -> List.of(PixelForm.values()).stream()
                                .map(form -> ImageProcessors.open(folder, backend)
                                        .processorFingerprint(DecodePolicy.PLAIN, form))))
                .hasSize(9)
                .doesNotHaveDuplicates();
    }

    @Test
    void aPayloadGivesItsGridBack() throws IOException {
        ImageProcessor processor = open(SETTINGS);

        assertThat(processor.payload(processor.layout(new ImageSize(640, 480))))
                .isEqualTo(Map.of("grid_thws", List.of(List.of(1, 36, 46))));
        assertThat(processor.grid(Map.of("grid_thws", List.of(List.of(1, 36, 46)), "num_media_tokens", 414)))
                .isEqualTo(new GridThw(1, 36, 46));
    }

    @Test
    void aFixedNumberOfPadsDoesNotFollowTheSize() throws IOException {
        ImageProcessor processor = open(SETTINGS.replace("null", "256"));

        assertThat(processor.layout(new ImageSize(640, 480)).placeholderLength())
                .isEqualTo(256);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "in_patch_limit",
                "patch_size",
                "image_mean",
                "image_std",
                "merge_kernel_size",
                "fixed_output_tokens",
                "patch_limit_on_one_side"
            })
    void aMissingKnobIsNeverADefault(String key) {
        assertRefused(SETTINGS.replace("\"" + key + "\"", "\"timestamp_mode\""), key);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"transparent_bg_config\": {}|transparent_bg_config = {}",
                "\"merge_kernel_size\": [2, 3]|merge_kernel_size",
                "\"patch_size\": 14.5|patch_size",
                "\"fixed_output_tokens\": 0|fixed_output_tokens",
                "\"image_std\": [0.5, 0, 0.5]|image_std above 0",
            })
    void whatIsNotUnderstoodOrImpossibleIsRefusedByName(String member, String words) {
        assertRefused(SETTINGS.substring(0, SETTINGS.length() - 1) + ", " + member + "}", words);
    }

    @Test
    void whatTransformersNativeClassSavesMeansTheSame() throws IOException {
        Files.writeString(checkpoint.resolve("config.json"), "{\"model_type\": \"kimi_k25\"}");
        Files.writeString(checkpoint.resolve("preprocessor_config.json"), """
                {"image_processor_type": "Kimi_K25ImageProcessor", "patch_size": 14, "merge_size": 2, "max_patches": 16384,
                 "size": {"max_height": 512, "max_width": 512}, "image_mean": [0.5, 0.5, 0.5],
                 "image_std": [0.5, 0.5, 0.5], "do_resize": true, "resample": 3, "rescale_factor": 0.00392156862745098}""");

        assertThat(ImageProcessors.open(checkpoint).layoutFingerprint())
                .isEqualTo(open(SETTINGS).layoutFingerprint());
    }

    @Test
    void nativeSidesThatDifferAreRefused() throws IOException {
        Files.writeString(checkpoint.resolve("config.json"), "{\"model_type\": \"kimi_k25\"}");
        Files.writeString(checkpoint.resolve("preprocessor_config.json"), """
                {"image_processor_type": "Kimi_K25ImageProcessor", "patch_size": 14, "merge_size": 2, "max_patches": 16384,
                 "size": {"max_height": 512, "max_width": 256}, "image_mean": [0.5, 0.5, 0.5],
                 "image_std": [0.5, 0.5, 0.5]}""");

        assertThatThrownBy(() -> ImageProcessors.open(checkpoint)).hasMessageContaining("max_width = 256");
    }

    @Test
    void aSideTooLongToBeResizedIsRefusedBeforeAnyPixelIsMade() throws IOException {
        ImageProcessor processor = open(SETTINGS);

        assertThat(processor.layout(new ImageSize(1 << 20, 80)).resized()).isEqualTo(new ImageSize(7168, 1));
        assertThatThrownBy(() -> processor.layout(new ImageSize((1 << 20) + 1, 80)))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_TOO_LARGE))
                .hasMessageContaining("1,048,577 pixels is to become 7,168");
    }

    @Test
    void aFileOfAnotherProcessorIsRefused() throws IOException {
        Files.writeString(checkpoint.resolve("config.json"), "{\"model_type\": \"kimi_k25\"}");
        Files.writeString(checkpoint.resolve("preprocessor_config.json"), "{\"patch_size\": 14}");

        assertThatThrownBy(() -> ImageProcessors.open(checkpoint)).hasMessageContaining("patch_size = 14");
    }

    private void assertRefused(String settings, String words) {
        assertThatThrownBy(() -> open(settings))
                .isInstanceOfSatisfying(
                        SetupException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHECKPOINT))
                .hasMessageContaining(words);
    }

    private ImageProcessor open(String settings) throws IOException {
        Files.writeString(checkpoint.resolve("config.json"), "{\"model_type\": \"kimi_k25\"}");
        Files.writeString(checkpoint.resolve("preprocessor_config.json"), "{\"media_proc_cfg\": " + settings + "}");
        return ImageProcessors.open(checkpoint);
    }
}

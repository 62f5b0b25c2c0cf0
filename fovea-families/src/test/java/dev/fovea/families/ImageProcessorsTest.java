package dev.fovea.families;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelBackend;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every family's processor, opened from a folder without a tokenizer, against what the reference packages made. */
class ImageProcessorsTest {

    /** A folder with the whole corpus: {@code expected.jsonl} and {@code files/}. */
    private static final String CORPUS = "fovea.golden.images";

    private static final ImageDecoder DECODER = ImageDecoder.proven(ImageLimits.DEFAULT);

    @ParameterizedTest
    @ValueSource(strings = {"pil", "torchvision"})
    void everyGoldenPictureGivesTheBackendsBits(String backend) {
        for (JsonNode row : ImageGolden.lines("/images/expected.jsonl")) {
            String file = row.get("file").asString();
            assertBits(row, DECODER.decode(ImageGolden.bytes("/images/" + file)), backend);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pil", "torchvision"})
    @EnabledIfSystemProperty(named = CORPUS, matches = ".+")
    void everyPictureOfTheWholeCorpusGivesTheBackendsBits(String backend) throws IOException {
        Path corpus = Path.of(System.getProperty(CORPUS));
        List<String> undecoded = new ArrayList<>();
        for (JsonNode row : ImageGolden.lines(Files.readAllBytes(corpus.resolve("expected.jsonl")))) {
            Path file = corpus.resolve("files").resolve(row.get("file").asString());
            RgbImage image;
            try {
                image = DECODER.decode(Files.readAllBytes(file));
            } catch (RequestException e) {
                undecoded.add(file.getFileName().toString());
                continue;
            }
            assertBits(row, image, backend);
        }
        System.out.println(backend + ": no decoder for " + undecoded.size() + " files: " + undecoded);
    }

    private static void assertBits(JsonNode row, RgbImage image, String backend) {
        for (Map.Entry<String, JsonNode> family : row.get("families").properties()) {
            String name = row.get("file").asString() + " as " + family.getKey() + ", " + backend;
            ImageProcessor processor = ImageProcessors.open(ImageGolden.checkpoint(family.getKey()), backend);
            JsonNode hashes = family.getValue().get(backend);
            if (hashes.has("error")) {
                assertThatThrownBy(() -> processor.layout(image.size()))
                        .as(name)
                        .isInstanceOfSatisfying(
                                RequestException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_IMAGE));
            } else {
                assertLayout(name, processor, image.size(), family.getValue());
                assertPixels(name, processor, image, PixelBackend.of(backend), hashes);
            }
        }
    }

    private static void assertLayout(String name, ImageProcessor processor, ImageSize size, JsonNode expected) {
        ImageLayout layout = processor.layout(size);
        JsonNode grid = expected.get("grid_thw");
        int width = 1;
        for (int axis = 1; axis < expected.get("shape").size(); axis++) {
            width *= expected.get("shape").get(axis).asInt();
        }
        assertThat(layout.grid())
                .as(name)
                .isEqualTo(new GridThw(
                        grid.get(0).asInt(), grid.get(1).asInt(), grid.get(2).asInt()));
        assertThat(layout.placeholderLength())
                .as(name)
                .isEqualTo(expected.get("tokens").asInt());
        assertThat(layout.grid().patches())
                .as(name)
                .isEqualTo(expected.get("shape").get(0).asInt());
        assertThat(processor.patchWidth()).as(name).isEqualTo(width);
        assertThat(processor.grid(processor.payload(layout))).as(name).isEqualTo(layout.grid());
    }

    private static void assertPixels(
            String name, ImageProcessor processor, RgbImage image, PixelBackend backend, JsonNode hashes) {
        ImageSize resized = processor.layout(image.size()).resized();
        byte[] floats = ImageGolden.patches(processor, image, PixelForm.FLOAT32);
        assertThat(ImageGolden.sha256(backend.resample().resize(image, resized).samples()))
                .as(name + ", resized")
                .isEqualTo(hashes.get("resized_rgb_sha256").asString());
        assertThat(ImageGolden.sha256(ImageGolden.patches(processor, image, PixelForm.UINT8)))
                .as(name + ", uint8")
                .isEqualTo(hashes.get("patches_u8_sha256").asString());
        for (int i = 0; i < 16; i++) {
            assertThat(ByteBuffer.wrap(floats).order(ByteOrder.LITTLE_ENDIAN).getFloat(Float.BYTES * i))
                    .as(name + ", value " + i)
                    .isEqualTo((float) hashes.get("first16").get(i).asDouble());
        }
        assertThat(ImageGolden.sha256(floats))
                .as(name + ", float32")
                .isEqualTo(hashes.get("patches_f32_sha256").asString());
    }

    @ParameterizedTest
    @CsvSource({
        "qwen2_vl,qwen2-vl,qwen_vl",
        "qwen2_5_vl,qwen2-vl,qwen_vl",
        "qwen3_vl,qwen3-vl,qwen_vl",
        "qwen3_vl_moe,qwen3-vl,qwen_vl",
        "qwen3_5,qwen3-vl,qwen_vl",
        "qwen3_5_moe,qwen3-vl,qwen_vl",
        "kimi_k25,kimi-k2.5,kimi_k25"
    })
    void theModelTypeChoosesTheFamily(String modelType, String settings, String family, @TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"" + modelType + "\"}");
        Files.copy(
                ImageGolden.checkpoint(settings).resolve("preprocessor_config.json"),
                folder.resolve("preprocessor_config.json"));

        assertThat(ImageProcessors.open(folder).family()).isEqualTo(family);
    }

    @Test
    void everyFamilyHasADefaultBackendAndTakesTheOthersByName() {
        for (String family : List.of("qwen3-vl", "kimi-k2.5")) {
            String usual = family.equals("qwen3-vl") ? "torchvision" : "pil";
            Path folder = ImageGolden.checkpoint(family);

            assertThat(fingerprint(ImageProcessors.open(folder)))
                    .isEqualTo(fingerprint(ImageProcessors.open(folder, usual)));
            assertThat(List.of(
                            fingerprint(ImageProcessors.open(folder, "torchvision")),
                            fingerprint(ImageProcessors.open(folder, "pil")),
                            fingerprint(ImageProcessors.open(folder, "pil-12"))))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void anUnknownModelOrBackendIsRefusedWithTheKnownOnes(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"llava\"}");

        assertThatThrownBy(() -> ImageProcessors.open(folder))
                .isInstanceOfSatisfying(
                        SetupException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_FAMILY))
                .hasMessageContaining("llava")
                .hasMessageContaining("kimi_k25, qwen2_5_vl, qwen2_vl, qwen3_5");
        assertThatThrownBy(() -> ImageProcessors.open(ImageGolden.checkpoint("qwen3-vl"), "fast"))
                .isInstanceOfSatisfying(
                        SetupException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
                .hasMessageContaining("torchvision, pil, pil-12");
    }

    private static String fingerprint(ImageProcessor processor) {
        return processor.processorFingerprint(DecodePolicy.PLAIN, PixelForm.FLOAT32);
    }
}

package dev.fovea.families.qwenvl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.families.ImageGolden;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.PixelBackend;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class QwenVlImageProcessorTest {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @ParameterizedTest
    @CsvSource({
        "3,300,200,TORCHVISION,eeee3669,edf6c203",
        "3,640,480,TORCHVISION,de8e1116,cd63b260",
        "2,100,60,TORCHVISION,6bbd447d,fa12bbd0",
        "2,640,480,TORCHVISION,9e5a8ef8,b118da79",
        "3,300,200,PIL_12,7d16af48,c06d4a5e",
        "3,640,480,PIL_12,94dd09dd,cd63b260",
        "2,100,60,PIL_12,6169165c,fa4c7caa",
        "2,640,480,PIL_12,94abbda1,dafb4b71",
    })
    void theSpecificationsTensorsComeOut(
            int generation, int width, int height, PixelBackend backend, String float32, String bfloat16) {
        QwenVlSettings settings = generation == 3 ? QwenVlGolden.QWEN3 : QwenVlGolden.QWEN2;
        QwenVlImageProcessor processor = new QwenVlImageProcessor(settings, backend);
        RgbImage image = ImageGolden.t(width, height);

        assertThat(ImageGolden.crc32(ImageGolden.patches(processor, image, PixelForm.FLOAT32)))
                .isEqualTo(float32);
        assertThat(ImageGolden.crc32(ImageGolden.patches(processor, image, PixelForm.BFLOAT16)))
                .isEqualTo(bfloat16);
    }

    @Test
    void rowsAndColumnsFollowTheSpecificationsExample() {
        QwenVlSettings keepsSize =
                new QwenVlSettings(16, 2, 2, 1, 1 << 20, QwenVlGolden.QWEN3.mean(), QwenVlGolden.QWEN3.std());
        QwenVlImageProcessor processor = new QwenVlImageProcessor(keepsSize, PixelBackend.TORCHVISION);
        RgbImage image = ImageGolden.t(96, 64);

        byte[] patches = ImageGolden.patches(processor, image, PixelForm.UINT8);

        // Row 5 is patch (0, 3); column 700 is green, first frame, y 11, x 12.
        int sample = 3 * (11 * 96 + 3 * 16 + 12) + 1;
        assertThat(patches[5 * 1536 + 700]).isEqualTo(image.samples()[sample]);
        assertThat(patches[5 * 1536 + 700 + 256]).as("second frame").isEqualTo(image.samples()[sample]);
        // Row 12 is patch (2, 0).
        assertThat(patches[12 * 1536]).isEqualTo(image.samples()[3 * 32 * 96]);
    }

    @Test
    void aBufferIsFilledFromItsPositionOnWhateverItsOrder() {
        QwenVlImageProcessor processor = new QwenVlImageProcessor(QwenVlGolden.QWEN3, PixelBackend.TORCHVISION);
        RgbImage image = ImageGolden.t(32, 32);
        byte[] alone = ImageGolden.patches(processor, image, PixelForm.FLOAT32);
        ByteBuffer target = ByteBuffer.allocate(alone.length + 8)
                .order(ByteOrder.BIG_ENDIAN)
                .position(4);

        processor.process(image, processor.layout(image.size()), PixelForm.FLOAT32, target);

        assertThat(target.position()).isEqualTo(4 + alone.length);
        assertThat(target.slice(4, alone.length)).isEqualTo(ByteBuffer.wrap(alone));
    }

    @Test
    void theLayoutFingerprintIsTheContracts() {
        QwenVlImageProcessor processor = new QwenVlImageProcessor(QwenVlGolden.QWEN3, PixelBackend.TORCHVISION);

        assertThat(processor.layoutFingerprint()).isEqualTo("c5ece06d40951692b7035ec4dd381742");
        assertThat(processor.layout(new ImageSize(32, 32)).grid()).isEqualTo(new GridThw(1, 16, 16));
        assertThat(processor.layout(new ImageSize(32, 32)).placeholderLength()).isEqualTo(64);
    }

    @Test
    void theProcessorFingerprintNamesEverythingThatDecidesAPixel() {
        Set<String> fingerprints = new HashSet<>();
        for (PixelBackend backend : PixelBackend.values()) {
            for (QwenVlSettings settings : List.of(QwenVlGolden.QWEN2, QwenVlGolden.QWEN3, QwenVlGolden.QWEN3_SMALL)) {
                for (PixelForm form : PixelForm.values()) {
                    fingerprints.add(
                            new QwenVlImageProcessor(settings, backend).processorFingerprint(DecodePolicy.PLAIN, form));
                }
            }
        }

        assertThat(fingerprints).hasSize(27).allMatch(fingerprint -> fingerprint.matches("[0-9a-f]{64}"));
    }

    @Test
    void aPayloadGivesItsGridBack() {
        QwenVlImageProcessor processor = new QwenVlImageProcessor(QwenVlGolden.QWEN3, PixelBackend.TORCHVISION);
        ImageLayout layout = processor.layout(new ImageSize(640, 480));

        assertThat(processor.payload(layout)).isEqualTo(Map.of("image_grid_thw", List.of(List.of(1, 30, 40))));
        assertThat(processor.grid(processor.payload(layout))).isEqualTo(layout.grid());
        assertThat(processor.grid(Map.of("image_grid_thw", List.of(1L, 30L, 40L))))
                .isEqualTo(layout.grid());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}",
                "{\"image_grid_thw\": null}",
                "{\"image_grid_thw\": [[1, 2]]}",
                "{\"image_grid_thw\": [[1, 2, 3], [1, 2, 3]]}",
                "{\"image_grid_thw\": [[1, 2, 0]]}",
                "{\"image_grid_thw\": [[1, 2, 2.0]]}",
                "{\"image_grid_thw\": [[1, 2, true]]}",
                "{\"image_grid_thw\": [1, 2, 4294967297]}",
                "{\"grid_thws\": [[1, 2, 2]]}"
            })
    void anotherPayloadIsRefused(String json) {
        QwenVlImageProcessor processor = new QwenVlImageProcessor(QwenVlGolden.QWEN3, PixelBackend.TORCHVISION);
        @SuppressWarnings("unchecked")
        Map<String, Object> payload = MAPPER.readValue(json, Map.class);

        assertThatThrownBy(() -> processor.grid(payload))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_MM_IMAGE_REF));
    }
}

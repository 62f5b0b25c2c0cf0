package dev.fovea.families.qwenvl;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageSize;
import dev.fovea.vision.RgbImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recorded truth from the test resources, and the settings that the checkpoints ship. */
final class QwenVlGolden {

    static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);

    static final QwenVlSettings QWEN3 = new QwenVlSettings(16, 2, 2, 65_536, 16_777_216, HALF, HALF);

    static final QwenVlSettings QWEN3_SMALL = new QwenVlSettings(16, 2, 2, 65_536, 262_144, HALF, HALF);

    static final QwenVlSettings QWEN2 = new QwenVlSettings(
            14,
            2,
            2,
            3_136,
            12_845_056,
            List.of(0.48145466, 0.4578275, 0.40821073),
            List.of(0.26862954, 0.26130258, 0.27577711));

    private QwenVlGolden() {}

    static QwenVlSettings settings(String family) {
        return switch (family) {
            case "qwen2-vl" -> QWEN2;
            case "qwen3-vl" -> QWEN3;
            case "qwen3-vl-small" -> QWEN3_SMALL;
            default -> throw new AssertionError(family);
        };
    }

    static List<JsonNode> lines(String resource) {
        return new String(bytes(resource), StandardCharsets.UTF_8)
                .lines()
                .map(MAPPER::readTree)
                .toList();
    }

    static byte[] bytes(String resource) {
        try (InputStream in = QwenVlGolden.class.getResourceAsStream(resource)) {
            return Objects.requireNonNull(in, resource).readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(resource, e);
        }
    }

    static String sha256(byte[] bytes) {
        return ImageHash.of(bytes).hex();
    }

    /** T(width, height) of image-processing.md, section 9. */
    static RgbImage t(int width, int height) {
        byte[] samples = new byte[3 * width * height];
        int at = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                samples[at++] = (byte) (7 * x + 13 * y);
                samples[at++] = (byte) (x * y + 31);
                samples[at++] = (byte) (5 * (x ^ y));
            }
        }
        return new RgbImage(new ImageSize(width, height), samples);
    }
}

package dev.fovea.vision;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageSize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recorded truth from the test resources, and the pictures that the specification's vectors are made of. */
final class Golden {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Golden() {}

    static List<JsonNode> lines(String resource) {
        return new String(bytes(resource), StandardCharsets.UTF_8)
                .lines()
                .map(MAPPER::readTree)
                .toList();
    }

    static JsonNode json(String resource) {
        return MAPPER.readTree(bytes(resource));
    }

    static byte[] bytes(String resource) {
        try (InputStream in = Golden.class.getResourceAsStream(resource)) {
            return Objects.requireNonNull(in, resource).readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(resource, e);
        }
    }

    /** The {@code size} member of a record. */
    static ImageSize size(JsonNode record) {
        return new ImageSize(
                record.get("size").get(0).asInt(), record.get("size").get(1).asInt());
    }

    static String sha256(RgbImage image) {
        return ImageHash.of(image.samples()).hex();
    }

    /** T(width, height) of the specification's section 9. */
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

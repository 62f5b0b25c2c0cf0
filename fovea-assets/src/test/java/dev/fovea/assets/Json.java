package dev.fovea.assets;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Golden rows and cases from the test resources. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static List<JsonNode> lines(String resource) {
        return new String(bytes(resource), StandardCharsets.UTF_8)
                .lines()
                .map(MAPPER::readTree)
                .toList();
    }

    static JsonNode read(String resource) {
        return MAPPER.readTree(bytes(resource));
    }

    static byte[] bytes(String resource) {
        try (InputStream in = Json.class.getResourceAsStream(resource)) {
            return Objects.requireNonNull(in, resource).readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(resource, e);
        }
    }
}

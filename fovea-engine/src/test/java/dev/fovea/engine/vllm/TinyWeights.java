package dev.fovea.engine.vllm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Seven tensors that safetensors wrote, and the SHA-256 of four as PyTorch casts, joins and pads them. */
final class TinyWeights {

    static final String OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private TinyWeights() {}

    /** A checkpoint folder below another one. */
    static Path folder(Path below) throws IOException {
        Path folder = Files.createDirectories(below.resolve("tiny-checkpoint"));
        Path file = folder.resolve("model.safetensors");
        if (!Files.exists(file)) {
            try (InputStream in = resource("tiny.safetensors")) {
                Files.copy(in, file);
            }
        }
        return folder;
    }

    static Map<String, String> checksums(FloatType type) throws IOException {
        Map<String, String> checksums = new HashMap<>();
        try (InputStream in = resource("tiny-checksums.json")) {
            JsonNode all = JsonMapper.builder().build().readTree(in);
            all.path(type.name())
                    .properties()
                    .forEach(tensor ->
                            checksums.put(tensor.getKey(), tensor.getValue().asString()));
        }
        return checksums;
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(TinyWeights.class.getResourceAsStream(name));
    }
}

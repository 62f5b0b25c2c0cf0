package dev.fovea.families.kimi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Checkpoint folders of Kimi's form with Qwen3's ranks, since no library carries Kimi's own. */
public final class KimiCheckpoint {

    /** Number of ranks; special tokens are numbered from here on. */
    public static final int RANKS = 151_643;

    private static final Path IMAGES = Path.of("src/test/resources/images/checkpoints/kimi-k2.5");

    private KimiCheckpoint() {}

    /** Writes all files; ids of special tokens are as far behind the ranks as in the published vocabulary. */
    public static void write(Path folder, String modelType) throws IOException {
        try (InputStream in = Objects.requireNonNull(KimiCheckpoint.class.getResourceAsStream("/qwen.tiktoken"))) {
            Files.copy(in, folder.resolve("tiktoken.model"));
        }
        special(folder, tokens());
        Files.writeString(
                folder.resolve("config.json"),
                "{\"model_type\": \"%s\", \"media_placeholder_token_id\": %d}".formatted(modelType, RANKS + 21));
        Files.copy(IMAGES.resolve("preprocessor_config.json"), folder.resolve("preprocessor_config.json"));
    }

    /** Names by their distance from the ranks. */
    public static Map<Integer, String> tokens() {
        Map<Integer, String> tokens = new LinkedHashMap<>();
        tokens.put(0, "[BOS]");
        tokens.put(1, "[EOS]");
        tokens.put(2, "<|im_end|>");
        tokens.put(3, "<|im_user|>");
        tokens.put(4, "<|im_assistant|>");
        tokens.put(10, "<|im_system|>");
        tokens.put(11, "<|tool_calls_section_begin|>");
        tokens.put(12, "<|tool_calls_section_end|>");
        tokens.put(13, "<|tool_call_begin|>");
        tokens.put(14, "<|tool_call_argument_begin|>");
        tokens.put(15, "<|tool_call_end|>");
        tokens.put(17, "<|im_middle|>");
        tokens.put(18, "<|media_begin|>");
        tokens.put(19, "<|media_content|>");
        tokens.put(20, "<|media_end|>");
        tokens.put(21, "<|media_pad|>");
        tokens.put(22, "<think>");
        tokens.put(23, "</think>");
        tokens.put(255, "[PAD]");
        return tokens;
    }

    /** Writes {@code tokenizer_config.json}. */
    public static void special(Path folder, Map<Integer, String> tokens) throws IOException {
        StringBuilder json = new StringBuilder("{\"added_tokens_decoder\": {");
        tokens.forEach((at, name) -> json.append(json.length() > 30 ? ", " : "")
                .append("\"%d\": {\"content\": \"%s\", \"special\": true}".formatted(RANKS + at, name)));
        Files.writeString(
                folder.resolve("tokenizer_config.json"), json.append("}}").toString(), StandardCharsets.UTF_8);
    }
}

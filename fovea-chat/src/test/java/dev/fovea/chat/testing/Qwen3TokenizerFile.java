package dev.fovea.chat.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes Qwen3's {@code tokenizer.json} into the build folder, once. Its vocabulary comes from {@code qwen.tiktoken} in
 * {@code com.alibaba:dashscope-sdk-java}; the merges follow from the ranks: a token is made of the two parts that merging its
 * bytes by all lower ranks leaves.
 */
public final class Qwen3TokenizerFile {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final int FIRST_ADDED = 151_643;
    private static final List<String> ADDED = List.of(
            "<|endoftext|>",
            "<|im_start|>",
            "<|im_end|>",
            "<|object_ref_start|>",
            "<|object_ref_end|>",
            "<|box_start|>",
            "<|box_end|>",
            "<|quad_start|>",
            "<|quad_end|>",
            "<|vision_start|>",
            "<|vision_end|>",
            "<|vision_pad|>",
            "<|image_pad|>",
            "<|video_pad|>",
            "<tool_call>",
            "</tool_call>",
            "<|fim_prefix|>",
            "<|fim_middle|>",
            "<|fim_suffix|>",
            "<|fim_pad|>",
            "<|repo_name|>",
            "<|file_sep|>",
            "<tool_response>",
            "</tool_response>",
            "<think>",
            "</think>");
    private static final int SPECIAL = 14;

    private static final String SPLIT =
            "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
                    + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

    private Qwen3TokenizerFile() {}

    /** The file, written if it is not there yet. */
    public static synchronized Path path() {
        Path file = Path.of("target", "qwen3", "tokenizer.json").toAbsolutePath();
        if (!Files.exists(file)) {
            try {
                Files.createDirectories(file.getParent());
                Path draft = Files.createTempFile(file.getParent(), "tokenizer", ".draft");
                Files.writeString(draft, json().toString());
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        return file;
    }

    private static ObjectNode json() throws IOException {
        List<String> tokens = new ArrayList<>(); // one character a byte
        try (InputStream in = Qwen3TokenizerFile.class.getResourceAsStream("/qwen.tiktoken")) {
            if (in == null) {
                throw new IOException("com.alibaba:dashscope-sdk-java is not on the class path");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                byte[] bytes = Base64.getDecoder().decode(line.substring(0, line.indexOf(' ')));
                tokens.add(new String(bytes, StandardCharsets.ISO_8859_1));
            }
        }
        ObjectNode root = NODES.objectNode();
        ArrayNode added = root.putArray("added_tokens");
        for (int i = 0; i < ADDED.size(); i++) {
            boolean special = i < SPECIAL;
            added.addObject()
                    .put("id", FIRST_ADDED + i)
                    .put("content", ADDED.get(i))
                    .put("single_word", false)
                    .put("lstrip", false)
                    .put("rstrip", false)
                    .put("normalized", false)
                    .put("special", special);
        }
        root.putObject("normalizer").put("type", "NFC");
        ArrayNode steps =
                root.putObject("pre_tokenizer").put("type", "Sequence").putArray("pretokenizers");
        ObjectNode split = steps.addObject().put("type", "Split");
        split.putObject("pattern").put("Regex", SPLIT);
        split.put("behavior", "Isolated").put("invert", false);
        steps.add(byteLevel());
        root.set("post_processor", byteLevel());
        root.set("decoder", byteLevel());
        ObjectNode model = root.putObject("model").put("type", "BPE");
        ObjectNode vocabulary = model.putObject("vocab");
        ArrayNode merges = model.putArray("merges");
        Map<String, Integer> ranks = new HashMap<>();
        for (int rank = 0; rank < tokens.size(); rank++) {
            ranks.put(tokens.get(rank), rank);
        }
        for (int rank = 0; rank < tokens.size(); rank++) {
            String token = tokens.get(rank);
            vocabulary.put(written(token), rank);
            if (token.length() > 1) {
                List<String> parts = parts(token, rank, ranks);
                merges.add(written(parts.get(0)) + " " + written(parts.get(1)));
            }
        }
        return root;
    }

    private static List<String> parts(String token, int limit, Map<String, Integer> ranks) {
        List<String> parts = new ArrayList<>(List.of(token.split("")));
        while (parts.size() > 2) {
            int best = -1;
            int lowest = limit;
            for (int i = 0; i + 1 < parts.size(); i++) {
                int rank = ranks.getOrDefault(parts.get(i) + parts.get(i + 1), limit);
                if (rank < lowest) {
                    best = i;
                    lowest = rank;
                }
            }
            parts.set(best, parts.get(best) + parts.remove(best + 1));
        }
        return parts;
    }

    /** GPT-2's table, written here on its own: tests must not rest on the code that they check. */
    private static String written(String latin1) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < latin1.length(); i++) {
            char c = latin1.charAt(i);
            boolean visible = (c >= 0x21 && c <= 0x7E) || (c >= 0xA1 && c <= 0xAC) || (c >= 0xAE && c <= 0xFF);
            if (visible) {
                text.append(c);
            } else {
                int before = c <= 0x20 ? c : c <= 0xA0 ? 33 + c - 0x7F : 67;
                text.append((char) (0x100 + before));
            }
        }
        return text.toString();
    }

    private static ObjectNode byteLevel() {
        return NODES.objectNode()
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("trim_offsets", false)
                .put("use_regex", false);
    }
}

package dev.fovea.chat;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * What a {@code tokenizer.json} says. Whatever it says beyond this is refused where it would change an id, and skipped where it
 * would not: decoding steps, padding, truncation, and tokens that other programs add around a text.
 *
 * @param vocabulary token text, in the byte alphabet, to id
 * @param added special and added tokens to id
 * @param whole words that are one token although merging does not lead there, to id
 */
record TokenizerFile(
        boolean normalizes,
        Pattern split,
        Map<String, Integer> vocabulary,
        MergeTable merges,
        Map<String, Integer> added,
        Map<String, Integer> whole) {

    /** The largest known vocabularies take 20 MB. */
    private static final long MAX_BYTES = 256L << 20;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static TokenizerFile read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw refused(file, "is larger than " + MAX_BYTES + " bytes");
            }
            return new Reader(file, JSON.readTree(Files.readAllBytes(file))).read();
        } catch (NoSuchFileException e) {
            throw unreadable(file, "does not exist", e);
        } catch (IOException | JacksonException e) {
            throw unreadable(file, "does not read as JSON: " + e.getClass().getSimpleName(), e);
        }
    }

    private static SetupException unreadable(Path file, String what, Exception cause) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT,
                file + " " + what,
                "give a checkpoint folder with its tokenizer.json",
                cause);
    }

    private static SetupException refused(Path file, String what) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT,
                file + " " + what,
                "use a byte-level BPE tokenizer of a supported family");
    }

    /** One file on its way in. */
    private record Reader(Path file, JsonNode root) {

        private static final Set<String> NEUTRAL_MODEL =
                Set.of("dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix");

        TokenizerFile read() {
            JsonNode model = root.path("model");
            demand("BPE".equals(model.path("type").asString("BPE")), "has a model that is no BPE");
            for (String name : NEUTRAL_MODEL) {
                JsonNode value = model.path(name);
                demand(
                        value.isMissingNode()
                                || value.isNull()
                                || value.asString("-").isEmpty(),
                        "sets model." + name);
            }
            demand(!model.path("byte_fallback").asBoolean(false), "falls back to byte tokens");
            demand(!model.path("ignore_merges").asBoolean(false), "takes whole words before merging");
            Map<String, Integer> vocabulary = vocabulary(model.path("vocab"));
            return new TokenizerFile(
                    normalizes(), split(), vocabulary, merges(model, vocabulary), added(vocabulary), Map.of());
        }

        private boolean normalizes() {
            JsonNode normalizer = root.path("normalizer");
            if (normalizer.isMissingNode() || normalizer.isNull()) {
                return false;
            }
            if ("Sequence".equals(normalizer.path("type").asString(""))
                    && normalizer.path("normalizers").size() == 1) {
                normalizer = normalizer.path("normalizers").path(0);
            }
            demand("NFC".equals(normalizer.path("type").asString("")), "normalises by other means than NFC");
            return true;
        }

        private Pattern split() {
            JsonNode steps = root.path("pre_tokenizer").path("pretokenizers");
            JsonNode split = steps.path(0);
            JsonNode bytes = steps.path(1);
            demand(
                    steps.size() == 2
                            && "Split".equals(split.path("type").asString(""))
                            && split.path("pattern").path("Regex").isString()
                            && "Isolated".equals(split.path("behavior").asString(""))
                            && !split.path("invert").asBoolean(false),
                    "cuts words by other means than one isolating pattern");
            demand(
                    "ByteLevel".equals(bytes.path("type").asString(""))
                            && !bytes.path("add_prefix_space").asBoolean(true)
                            && !bytes.path("use_regex").asBoolean(true),
                    "does not write words as plain bytes");
            return SplitPattern.compile(split.path("pattern").path("Regex").asString());
        }

        private Map<String, Integer> vocabulary(JsonNode tokens) {
            demand(tokens.isObject() && !tokens.isEmpty(), "has no vocabulary");
            Map<String, Integer> vocabulary = HashMap.newHashMap(tokens.size());
            for (Map.Entry<String, JsonNode> token : tokens.properties()) {
                vocabulary.put(token.getKey(), id(token.getValue()));
            }
            for (int b = 0; b < 256; b++) {
                demand(
                        vocabulary.containsKey(String.valueOf(ByteAlphabet.character(b))),
                        "has no token for the byte " + b);
            }
            return vocabulary;
        }

        private MergeTable merges(JsonNode model, Map<String, Integer> vocabulary) {
            JsonNode merges = model.path("merges");
            demand(merges.isArray(), "has no merges");
            MergeTable table = new MergeTable(merges.size());
            for (int rank = 0; rank < merges.size(); rank++) {
                JsonNode merge = merges.path(rank);
                String[] sides = merge.isString()
                        ? merge.asString().split(" ", -1)
                        : new String[] {
                            merge.path(0).asString(""), merge.path(1).asString("")
                        };
                Integer left = sides.length == 2 ? vocabulary.get(sides[0]) : null;
                Integer right = sides.length == 2 ? vocabulary.get(sides[1]) : null;
                Integer result = left == null || right == null ? null : vocabulary.get(sides[0] + sides[1]);
                if (left == null || right == null || result == null) {
                    throw refused(file, "has merge " + rank + " of tokens that the vocabulary lacks");
                }
                table.put(left, right, rank, result);
            }
            return table;
        }

        private Map<String, Integer> added(Map<String, Integer> vocabulary) {
            Map<String, Integer> added = new LinkedHashMap<>();
            for (JsonNode token : root.path("added_tokens")) {
                String content = token.path("content").asString("");
                int id = id(token.path("id"));
                Integer known = vocabulary.get(content);
                demand(!content.isEmpty(), "has an added token without text");
                demand(known == null || known == id, "has two ids for the added token " + content);
                added.put(content, id);
            }
            return added;
        }

        private int id(JsonNode node) {
            demand(node.isInt() && node.intValue() >= 0, "has an id that is no index: " + shown(node));
            return node.intValue();
        }

        private static String shown(JsonNode node) {
            return node instanceof MissingNode ? "missing" : node.toString();
        }

        private void demand(boolean holds, String otherwise) {
            if (!holds) {
                throw refused(file, otherwise);
            }
        }
    }
}

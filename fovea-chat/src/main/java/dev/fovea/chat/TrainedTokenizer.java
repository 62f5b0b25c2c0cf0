package dev.fovea.chat;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A trained vocabulary: ids 0 to 255 are the bytes, then the merges in order, then the added tokens.
 *
 * @param merges in the order of learning, tokens in the byte alphabet
 */
public record TrainedTokenizer(List<Merge> merges, List<AddedToken> addedTokens) {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int BYTES = 256;

    /** Two tokens that become one. */
    public record Merge(String left, String right) {}

    public TrainedTokenizer {
        merges = List.copyOf(merges);
        addedTokens = List.copyOf(addedTokens);
    }

    /** Number of ids. */
    public int vocabulary() {
        return BYTES + merges.size() + addedTokens.size();
    }

    /** The id of an added token. */
    public OptionalInt idOf(String addedToken) {
        for (int i = 0; i < addedTokens.size(); i++) {
            if (addedTokens.get(i).text().equals(addedToken)) {
                return OptionalInt.of(firstAdded() + i);
            }
        }
        return OptionalInt.empty();
    }

    /**
     * {@code tokenizer.json} and {@code tokenizer_config.json}, as Hugging Face libraries read them, by name.
     *
     * @param settings members of {@code tokenizer_config.json} beside the added tokens
     */
    public Map<String, byte[]> files(TokenizerSettings settings) {
        return Map.of(
                "tokenizer.json",
                tokenizer().toPrettyString().getBytes(StandardCharsets.UTF_8),
                "tokenizer_config.json",
                config(settings).toPrettyString().getBytes(StandardCharsets.UTF_8));
    }

    /** Writes {@link #files} into a folder. */
    public void write(Path folder, TokenizerSettings settings) {
        try {
            for (Map.Entry<String, byte[]> file : files(settings).entrySet()) {
                Files.write(folder.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, "the tokenizer could not be written to " + folder, "check the folder", e);
        }
    }

    private ObjectNode tokenizer() {
        ObjectNode root = NODES.objectNode();
        root.put("version", "1.0").putNull("truncation").putNull("padding");
        ArrayNode added = root.putArray("added_tokens");
        for (int i = 0; i < addedTokens.size(); i++) {
            added.add(added(addedTokens.get(i)).put("id", firstAdded() + i));
        }
        root.putObject("normalizer").put("type", "NFC");
        ArrayNode steps =
                root.putObject("pre_tokenizer").put("type", "Sequence").putArray("pretokenizers");
        ObjectNode split = steps.addObject().put("type", "Split");
        split.putObject("pattern").put("Regex", TokenizerTrainer.SPLIT);
        split.put("behavior", "Isolated").put("invert", false);
        steps.add(byteLevel());
        root.set("post_processor", byteLevel());
        root.set("decoder", byteLevel());
        root.set("model", model());
        return root;
    }

    private ObjectNode model() {
        ObjectNode model = NODES.objectNode();
        model.put("type", "BPE").putNull("dropout").putNull("unk_token");
        model.put("continuing_subword_prefix", "").put("end_of_word_suffix", "");
        model.put("fuse_unk", false).put("byte_fallback", false).put("ignore_merges", false);
        ObjectNode vocabulary = model.putObject("vocab");
        for (int b = 0; b < BYTES; b++) {
            vocabulary.put(String.valueOf(ByteAlphabet.character(b)), b);
        }
        ArrayNode pairs = model.putArray("merges");
        for (int i = 0; i < merges.size(); i++) {
            Merge merge = merges.get(i);
            vocabulary.put(merge.left() + merge.right(), BYTES + i);
            pairs.addArray().add(merge.left()).add(merge.right());
        }
        return model;
    }

    private ObjectNode config(TokenizerSettings settings) {
        ObjectNode root = NODES.objectNode();
        root.put("add_prefix_space", false);
        ObjectNode decoder = root.putObject("added_tokens_decoder");
        for (int i = 0; i < addedTokens.size(); i++) {
            decoder.set(String.valueOf(firstAdded() + i), added(addedTokens.get(i)));
        }
        ArrayNode special = root.putArray("additional_special_tokens");
        addedTokens.stream().filter(AddedToken::special).map(AddedToken::text).forEach(special::add);
        root.putNull("bos_token").put("eos_token", settings.endOfSequence()).put("pad_token", settings.padding());
        root.putNull("unk_token").put("errors", "replace").put("split_special_tokens", false);
        root.put("clean_up_tokenization_spaces", false).put("model_max_length", settings.contextTokens());
        root.put("tokenizer_class", settings.tokenizerClass()).put("chat_template", settings.chatTemplate());
        return root;
    }

    private int firstAdded() {
        return BYTES + merges.size();
    }

    private static ObjectNode added(AddedToken token) {
        return NODES.objectNode()
                .put("content", token.text())
                .put("single_word", false)
                .put("lstrip", false)
                .put("rstrip", false)
                .put("normalized", false)
                .put("special", token.special());
    }

    private static ObjectNode byteLevel() {
        return NODES.objectNode()
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("trim_offsets", false)
                .put("use_regex", false);
    }
}

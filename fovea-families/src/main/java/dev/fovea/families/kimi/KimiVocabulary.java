package dev.fovea.families.kimi;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.Tiktoken;
import dev.fovea.families.CheckpointFolder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A checkpoint's tokenizer: words and ranks in {@code tiktoken.model}, 256 special tokens behind them, named by
 * {@code added_tokens_decoder} of {@code tokenizer_config.json}.
 */
public final class KimiVocabulary {

    /**
     * The pattern stands in the model's own code, not in its files. Han runs apart, words with their first capital and
     * contractions, up to three digits, the rest as tiktoken's patterns have it.
     */
    public static final Pattern SPLIT = Pattern.compile(
            "[\\p{IsHan}]+"
                    + "|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{IsHan}]]*"
                    + "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{IsHan}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
                    + "|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{IsHan}]]+"
                    + "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{IsHan}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
                    + "|\\p{N}{1,3}"
                    + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
                    + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
            Pattern.UNICODE_CHARACTER_CLASS);

    private static final String RANKS = "tiktoken.model";
    private static final String CONFIG = "tokenizer_config.json";

    /** The model's own code numbers so many special tokens, named or not. */
    private static final int SPECIAL = 256;

    private KimiVocabulary() {}

    /**
     * Reads both files.
     *
     * @throws dev.fovea.contract.error.SetupException where one is missing or contradicts the other
     */
    public static BytePairTokenizer read(CheckpointFolder checkpoint) {
        Tiktoken ranks = Tiktoken.open(checkpoint.file(RANKS));
        return ranks.tokenizer(SPLIT, special(checkpoint, ranks.size()));
    }

    private static Map<String, Integer> special(CheckpointFolder checkpoint, int first) {
        Map<Integer, String> names = names(checkpoint, first);
        Map<String, Integer> special = HashMap.newHashMap(SPECIAL);
        for (int id = first; id < first + SPECIAL; id++) {
            String name = names.getOrDefault(id, "<|reserved_token_" + id + "|>");
            if (special.putIfAbsent(name, id) != null) {
                throw checkpoint.refused(CONFIG + " gives two ids to the token " + name);
            }
        }
        return special;
    }

    private static Map<Integer, String> names(CheckpointFolder checkpoint, int first) {
        JsonNode decoder = checkpoint.settings(CONFIG).path("added_tokens_decoder");
        if (!decoder.isObject() || decoder.isEmpty()) {
            throw checkpoint.refused(CONFIG + " has no added_tokens_decoder");
        }
        Map<Integer, String> names = new HashMap<>();
        Set<String> ids = new HashSet<>();
        for (int id = first; id < first + SPECIAL; id++) {
            JsonNode content = decoder.path(String.valueOf(id)).path("content");
            if (content.isString() && !content.stringValue().isEmpty()) {
                names.put(id, content.stringValue());
                ids.add(String.valueOf(id));
            }
        }
        for (String id : decoder.propertyNames()) {
            if (!ids.contains(id)) {
                throw checkpoint.refused(CONFIG + " names a special token " + id + ", but " + RANKS
                        + " leaves room for those from " + first + " to " + (first + SPECIAL - 1));
            }
        }
        return names;
    }
}

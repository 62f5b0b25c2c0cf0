package dev.fovea.families.qwen3vl;

import dev.fovea.chat.TokenizerSettings;
import dev.fovea.chat.TokenizerTrainer;
import dev.fovea.chat.TrainedTokenizer;
import dev.fovea.families.qwen.QwenTokens;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Small vocabularies with the family's special tokens, for checkpoints that are made to be tried out. */
public final class Qwen3VlVocabulary {

    private static final String TEMPLATE = "chat_template.jinja";

    /** The words that the template itself writes, one to a message. */
    private static final String ROLES = "system\nuser\nassistant\n";

    /** How often they count: they stand in every prompt, whatever its texts are. */
    private static final int TEMPLATE_WEIGHT = 8;

    private Qwen3VlVocabulary() {}

    /**
     * Learns a vocabulary.
     *
     * @param texts what it will have to write
     * @param merges at most so many merged tokens beside the 256 bytes and the special ones
     */
    public static TrainedTokenizer train(List<String> texts, int merges) {
        List<String> all = new ArrayList<>(texts);
        all.addAll(Collections.nCopies(TEMPLATE_WEIGHT, ROLES));
        return TokenizerTrainer.train(all, merges, QwenTokens.REQUIRED);
    }

    /** What the tokenizer's settings file says, the template included, so that other programs render alike. */
    public static TokenizerSettings settings(int contextTokens) {
        return new TokenizerSettings("Qwen2Tokenizer", "<|im_end|>", "<|endoftext|>", contextTokens, template());
    }

    private static String template() {
        try (InputStream in = Qwen3VlVocabulary.class.getResourceAsStream(TEMPLATE)) {
            if (in == null) {
                throw new IllegalStateException(TEMPLATE + " is missing from the build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

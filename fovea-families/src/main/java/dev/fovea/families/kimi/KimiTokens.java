package dev.fovea.families.kimi;

import dev.fovea.chat.ReasoningMarkers;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.families.VisionTokens;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The special tokens of Kimi's chat models, looked up by their text. Those of reasoning and images are -1 in a vocabulary that
 * has none, and so is {@code textEnd}, which the published ones lack.
 */
public record KimiTokens(
        int user,
        int assistant,
        int system,
        int middle,
        int turnEnd,
        int textEnd,
        int sectionBegin,
        int sectionEnd,
        int callBegin,
        int argumentBegin,
        int callEnd,
        int think,
        int thinkEnd,
        int mediaContent,
        VisionTokens vision) {

    /** Begins reasoning, as a token or spelled. */
    public static final String THINK = "<think>";

    /** Ends reasoning, as a token or spelled. */
    public static final String THINK_END = "</think>";

    private static final int NONE = -1;

    /**
     * The tokens of a model with images and reasoning.
     *
     * @throws SetupException where the vocabulary lacks one
     */
    public static KimiTokens withVision(Tokenizer tokenizer) {
        KimiTokens tokens = text(tokenizer);
        for (String text :
                List.of("<|media_begin|>", "<|media_content|>", "<|media_end|>", "<|media_pad|>", THINK, THINK_END)) {
            id(tokenizer, text);
        }
        return tokens;
    }

    /**
     * The tokens of a text model.
     *
     * @throws SetupException where the vocabulary lacks a token of text
     */
    public static KimiTokens text(Tokenizer tokenizer) {
        return new KimiTokens(
                id(tokenizer, "<|im_user|>"),
                id(tokenizer, "<|im_assistant|>"),
                id(tokenizer, "<|im_system|>"),
                id(tokenizer, "<|im_middle|>"),
                id(tokenizer, "<|im_end|>"),
                optional(tokenizer, "<|endoftext|>"),
                id(tokenizer, "<|tool_calls_section_begin|>"),
                id(tokenizer, "<|tool_calls_section_end|>"),
                id(tokenizer, "<|tool_call_begin|>"),
                id(tokenizer, "<|tool_call_argument_begin|>"),
                id(tokenizer, "<|tool_call_end|>"),
                optional(tokenizer, THINK),
                optional(tokenizer, THINK_END),
                optional(tokenizer, "<|media_content|>"),
                new VisionTokens(
                        optional(tokenizer, "<|media_pad|>"),
                        NONE,
                        optional(tokenizer, "<|media_begin|>"),
                        optional(tokenizer, "<|media_end|>")));
    }

    private static int optional(Tokenizer tokenizer, String text) {
        return tokenizer.specialToken(text).orElse(NONE);
    }

    private static int id(Tokenizer tokenizer, String text) {
        return tokenizer
                .specialToken(text)
                .orElseThrow(() -> new SetupException(
                        ErrorCode.INVALID_CHECKPOINT,
                        "the vocabulary has no token " + text,
                        "use tiktoken.model and tokenizer_config.json of a Kimi checkpoint"));
    }

    /** Whether reasoning has tokens of its own. */
    public boolean marksReasoning() {
        return think != NONE && thinkEnd != NONE;
    }

    /**
     * How completions are taken apart.
     *
     * @param open the id that begins reasoning
     * @param close the id that ends it
     */
    ReasoningMarkers markers(Tokenizer tokenizer, int open, int close) {
        TokenIds header =
                TokenIds.of(assistant).concat(tokenizer.encode("assistant")).concat(TokenIds.of(middle));
        Set<Integer> stops = new LinkedHashSet<>(List.of(turnEnd));
        if (textEnd != NONE) {
            stops.add(textEnd);
        }
        return new ReasoningMarkers(open, close, sectionBegin, stops, header);
    }

    /** All ids that belong to images, wherever they stand. */
    Set<Integer> visionIds() {
        Set<Integer> ids = new HashSet<>(List.of(mediaContent, vision.imagePad(), vision.start(), vision.end()));
        ids.remove(NONE);
        return ids;
    }
}

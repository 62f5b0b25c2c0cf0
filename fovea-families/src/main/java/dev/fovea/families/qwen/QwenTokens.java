package dev.fovea.families.qwen;

import dev.fovea.chat.AddedToken;
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
 * The special tokens of Qwen's chat models, looked up by their text: ids differ between vocabularies. Those of images are -1 in
 * a vocabulary that has none.
 */
public record QwenTokens(
        int turnStart,
        int turnEnd,
        int textEnd,
        int toolCall,
        int toolCallEnd,
        int toolResponse,
        int toolResponseEnd,
        int think,
        int thinkEnd,
        int visionPad,
        VisionTokens vision) {

    private static final String TEXT_END = "<|endoftext|>";
    private static final String TURN_START = "<|im_start|>";
    private static final String TURN_END = "<|im_end|>";
    private static final String VISION_START = "<|vision_start|>";
    private static final String VISION_END = "<|vision_end|>";
    private static final String VISION_PAD = "<|vision_pad|>";
    private static final String IMAGE_PAD = "<|image_pad|>";
    private static final String VIDEO_PAD = "<|video_pad|>";
    private static final String TOOL_CALL = "<tool_call>";
    private static final String TOOL_CALL_END = "</tool_call>";
    private static final String TOOL_RESPONSE = "<tool_response>";
    private static final String TOOL_RESPONSE_END = "</tool_response>";
    private static final String THINK = "<think>";
    private static final String THINK_END = "</think>";

    private static final int NONE = -1;

    /** What a vocabulary of a vision model must have, in the official order. */
    public static final List<AddedToken> REQUIRED = List.of(
            new AddedToken(TEXT_END, true),
            new AddedToken(TURN_START, true),
            new AddedToken(TURN_END, true),
            new AddedToken(VISION_START, true),
            new AddedToken(VISION_END, true),
            new AddedToken(VISION_PAD, true),
            new AddedToken(IMAGE_PAD, true),
            new AddedToken(VIDEO_PAD, true),
            new AddedToken(TOOL_CALL, false),
            new AddedToken(TOOL_CALL_END, false),
            new AddedToken(TOOL_RESPONSE, false),
            new AddedToken(TOOL_RESPONSE_END, false),
            new AddedToken(THINK, false),
            new AddedToken(THINK_END, false));

    /**
     * The tokens of a model with images.
     *
     * @throws SetupException where the vocabulary lacks one
     */
    public static QwenTokens withVision(Tokenizer tokenizer) {
        for (AddedToken token : REQUIRED) {
            id(tokenizer, token.text());
        }
        return text(tokenizer);
    }

    /**
     * The tokens of a text model; its vocabulary may have those of images, and hostile text may spell them.
     *
     * @throws SetupException where the vocabulary lacks a token of text
     */
    public static QwenTokens text(Tokenizer tokenizer) {
        return new QwenTokens(
                id(tokenizer, TURN_START),
                id(tokenizer, TURN_END),
                id(tokenizer, TEXT_END),
                id(tokenizer, TOOL_CALL),
                id(tokenizer, TOOL_CALL_END),
                id(tokenizer, TOOL_RESPONSE),
                id(tokenizer, TOOL_RESPONSE_END),
                id(tokenizer, THINK),
                id(tokenizer, THINK_END),
                tokenizer.specialToken(VISION_PAD).orElse(NONE),
                new VisionTokens(
                        tokenizer.specialToken(IMAGE_PAD).orElse(NONE),
                        tokenizer.specialToken(VIDEO_PAD).orElse(NONE),
                        tokenizer.specialToken(VISION_START).orElse(NONE),
                        tokenizer.specialToken(VISION_END).orElse(NONE)));
    }

    private static int id(Tokenizer tokenizer, String text) {
        return tokenizer
                .specialToken(text)
                .orElseThrow(() -> new SetupException(
                        ErrorCode.INVALID_CHECKPOINT,
                        "the vocabulary has no token " + text,
                        "use the tokenizer.json of a Qwen checkpoint"));
    }

    /** How completions are taken apart. Two tokens end them, the usual one first. */
    public ReasoningMarkers markers(Tokenizer tokenizer) {
        TokenIds header = TokenIds.of(turnStart).concat(tokenizer.encode("assistant\n"));
        Set<Integer> stops = new LinkedHashSet<>(List.of(turnEnd, textEnd));
        return new ReasoningMarkers(think, thinkEnd, toolCall, stops, header);
    }

    /** All ids that belong to images or videos, wherever they stand. */
    public Set<Integer> visionIds() {
        Set<Integer> ids =
                new HashSet<>(List.of(visionPad, vision.imagePad(), vision.videoPad(), vision.start(), vision.end()));
        ids.remove(NONE);
        return ids;
    }
}

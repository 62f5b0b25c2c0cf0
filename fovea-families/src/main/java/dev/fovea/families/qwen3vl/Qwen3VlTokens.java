package dev.fovea.families.qwen3vl;

import dev.fovea.chat.AddedToken;
import dev.fovea.chat.ReasoningMarkers;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.families.VisionTokens;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The special tokens of the family, looked up by their text: ids differ between vocabularies. */
record Qwen3VlTokens(
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

    /** What a vocabulary of this family must have, in the official order. */
    static final List<AddedToken> REQUIRED = List.of(
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

    static Qwen3VlTokens of(Tokenizer tokenizer) {
        return new Qwen3VlTokens(
                id(tokenizer, TURN_START),
                id(tokenizer, TURN_END),
                id(tokenizer, TEXT_END),
                id(tokenizer, TOOL_CALL),
                id(tokenizer, TOOL_CALL_END),
                id(tokenizer, TOOL_RESPONSE),
                id(tokenizer, TOOL_RESPONSE_END),
                id(tokenizer, THINK),
                id(tokenizer, THINK_END),
                id(tokenizer, VISION_PAD),
                new VisionTokens(
                        id(tokenizer, IMAGE_PAD),
                        id(tokenizer, VIDEO_PAD),
                        id(tokenizer, VISION_START),
                        id(tokenizer, VISION_END)));
    }

    private static int id(Tokenizer tokenizer, String text) {
        return tokenizer
                .specialToken(text)
                .orElseThrow(() -> new SetupException(
                        ErrorCode.INVALID_CHECKPOINT,
                        "the vocabulary has no token " + text,
                        "use the tokenizer.json of a Qwen3-VL checkpoint"));
    }

    /** Both tokens that end a completion, the usual one first. */
    Set<Integer> stops() {
        Set<Integer> stops = new LinkedHashSet<>();
        stops.add(turnEnd);
        stops.add(textEnd);
        return Collections.unmodifiableSet(stops);
    }

    /** How completions are taken apart. */
    ReasoningMarkers markers(Tokenizer tokenizer) {
        TokenIds header = TokenIds.of(turnStart).concat(tokenizer.encode("assistant\n"));
        return new ReasoningMarkers(think, thinkEnd, toolCall, stops(), header);
    }

    /** Whether an id belongs to images or videos, wherever it stands. */
    boolean isVision(int id) {
        return id == visionPad || vision.contains(id);
    }
}

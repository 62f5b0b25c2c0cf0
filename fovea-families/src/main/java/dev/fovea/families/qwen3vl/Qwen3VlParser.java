package dev.fovea.families.qwen3vl;

import dev.fovea.chat.JsonToolCalls;
import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.PythonText;
import dev.fovea.chat.ReasoningBoundary;
import dev.fovea.chat.ReasoningBoundary.Kind;
import dev.fovea.chat.ReasoningMarkers;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.TokenIds;
import java.util.List;

/**
 * Reads completions. The template has no reasoning channel, yet checkpoints that came from a reasoning model sample its tokens;
 * they are read as what they are. Section 10 of the renderer specification.
 */
final class Qwen3VlParser {

    private final Tokenizer tokenizer;
    private final Qwen3VlTokens tokens;
    private final ReasoningMarkers markers;
    private final JsonToolCalls calls;

    Qwen3VlParser(Tokenizer tokenizer, Qwen3VlTokens tokens) {
        this.tokenizer = tokenizer;
        this.tokens = tokens;
        this.markers = tokens.markers(tokenizer);
        this.calls = new JsonToolCalls(tokenizer, tokens.toolCall(), tokens.toolCallEnd());
    }

    ParsedCompletion parse(ExpandedIds prompt, TokenIds completion) {
        TokenIds said = untilStop(completion);
        int vision = (int) said.stream().filter(tokens::isVision).count();
        ReasoningBoundary boundary = boundary(prompt, completion);
        String reasoning = tokenizer.decode(boundary.reasoning());
        if (boundary.kind() == Kind.OPEN) {
            return new ParsedCompletion("", reasoning, false, List.of(), vision);
        }
        String stripped = PythonText.strip(reasoning);
        int from = boundary.answerFrom();
        String content = tokenizer.decode(said.slice(from, calls.first(said, from)));
        return new ParsedCompletion(
                PythonText.strip(content), stripped.isEmpty() ? null : stripped, true, calls.parse(said, from), vision);
    }

    ReasoningBoundary boundary(ExpandedIds prompt, TokenIds completion) {
        return ReasoningBoundary.scan(prompt.ids(), untilStop(completion), markers, tokenizer);
    }

    private TokenIds untilStop(TokenIds completion) {
        int end = 0;
        while (end < completion.size() && !markers.stops().contains(completion.get(end))) {
            end++;
        }
        return completion.slice(0, end);
    }
}

package dev.fovea.chat;

import dev.fovea.chat.ReasoningBoundary.Kind;
import dev.fovea.contract.TokenIds;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads completions: reasoning, content, tool calls. Section 10 of the renderer specification. Thread safe. */
public final class CompletionParser {

    /** What reasoning without a word is. */
    public enum EmptyReasoning {
        /** No reasoning at all. */
        NONE,
        /** Reasoning that says nothing. */
        EMPTY
    }

    private final Tokenizer tokenizer;
    private final ReasoningMarkers markers;
    private final ToolCallReader calls;
    private final Set<Integer> visionTokens;
    private final EmptyReasoning empty;

    /**
     * A family's parser.
     *
     * @param visionTokens ids that mark images or videos, counted where a model samples them
     */
    public CompletionParser(
            Tokenizer tokenizer,
            ReasoningMarkers markers,
            ToolCallReader calls,
            Set<Integer> visionTokens,
            EmptyReasoning empty) {
        this.tokenizer = tokenizer;
        this.markers = markers;
        this.calls = calls;
        this.visionTokens = Set.copyOf(visionTokens);
        this.empty = empty;
    }

    ParsedCompletion parse(TokenIds prompt, TokenIds completion, List<JsonNode> tools) {
        return parse(ReasoningBoundary.leavesOpen(prompt, markers, tokenizer), completion, tools);
    }

    ParsedCompletion parse(boolean begunInPrompt, TokenIds completion, List<JsonNode> tools) {
        TokenIds said = untilStop(completion);
        ReasoningBoundary boundary = ReasoningBoundary.scan(begunInPrompt, said, markers, tokenizer);
        int vision = (int) said.stream().filter(visionTokens::contains).count();
        if (boundary.kind() == Kind.OPEN) {
            return new ParsedCompletion("", tokenizer.decode(boundary.reasoning()), false, List.of(), vision);
        }
        int from = boundary.answerFrom();
        String content = tokenizer.decode(said.slice(from, calls.first(said, from)));
        return new ParsedCompletion(
                PythonText.strip(content), reasoning(boundary), true, calls.parse(said, from, tools), vision);
    }

    private @Nullable String reasoning(ReasoningBoundary boundary) {
        String text = PythonText.strip(tokenizer.decode(boundary.reasoning()));
        boolean none = boundary.kind() == Kind.NONE || (text.isEmpty() && empty == EmptyReasoning.NONE);
        return none ? null : text;
    }

    ReasoningBoundary boundary(TokenIds prompt, TokenIds completion) {
        return ReasoningBoundary.scan(prompt, untilStop(completion), markers, tokenizer);
    }

    /** Up to, not including, the first stop token. */
    TokenIds untilStop(TokenIds completion) {
        int end = 0;
        while (end < completion.size() && !markers.stops().contains(completion.get(end))) {
            end++;
        }
        return completion.slice(0, end);
    }

    ReasoningMarkers markers() {
        return markers;
    }

    Tokenizer tokenizer() {
        return tokenizer;
    }

    ToolCallReader calls() {
        return calls;
    }
}

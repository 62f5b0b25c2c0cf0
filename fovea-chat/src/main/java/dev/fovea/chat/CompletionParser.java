package dev.fovea.chat;

import dev.fovea.chat.ReasoningBoundary.Kind;
import dev.fovea.chat.ToolCallReader.SpelledCalls;
import dev.fovea.contract.TokenIds;
import java.util.List;
import java.util.Optional;
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
        EMPTY,
        /** White space is reasoning that says nothing; without a character it is none. */
        EMPTY_IF_WHITE
    }

    private final Tokenizer tokenizer;
    private final ReasoningMarkers markers;
    private final ToolCallReader calls;
    private final Set<Integer> visionTokens;
    private final EmptyReasoning empty;
    private final @Nullable SpelledMarkers spelled;

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
        this(tokenizer, markers, calls, visionTokens, empty, null);
    }

    /**
     * The parser of a family whose vocabulary has no tokens for reasoning.
     *
     * @param spelled the view by whose ids {@code markers} names the ends of reasoning; {@code calls} decodes with it, too
     */
    public static CompletionParser spelled(
            SpelledMarkers spelled,
            ReasoningMarkers markers,
            ToolCallReader calls,
            Set<Integer> visionTokens,
            EmptyReasoning empty) {
        return new CompletionParser(spelled, markers, calls, visionTokens, empty, spelled);
    }

    private CompletionParser(
            Tokenizer tokenizer,
            ReasoningMarkers markers,
            ToolCallReader calls,
            Set<Integer> visionTokens,
            EmptyReasoning empty,
            @Nullable SpelledMarkers spelled) {
        this.spelled = spelled;
        this.tokenizer = tokenizer;
        this.markers = markers;
        this.calls = calls;
        this.visionTokens = Set.copyOf(visionTokens);
        this.empty = empty;
    }

    ParsedCompletion parse(TokenIds prompt, TokenIds completion, List<JsonNode> tools) {
        return parse(begins(prompt), completion, tools);
    }

    /** Whether the completion of a prompt begins inside reasoning. */
    boolean begins(TokenIds prompt) {
        return ReasoningBoundary.leavesOpen(viewed(lastTurn(prompt)), markers, tokenizer);
    }

    private TokenIds lastTurn(TokenIds prompt) {
        int from = prompt.size();
        while (from > 0 && !markers.stops().contains(prompt.get(from - 1))) {
            from--;
        }
        return prompt.slice(from, prompt.size());
    }

    private TokenIds viewed(TokenIds sampled) {
        return spelled == null ? sampled : SpelledIds.of(spelled, sampled).ids().toIds();
    }

    ParsedCompletion parse(boolean begunInPrompt, TokenIds completion, List<JsonNode> tools) {
        TokenIds said = untilStop(completion);
        if (spelled == null) {
            return read(begunInPrompt, said, tools);
        }
        SpelledIds viewed = SpelledIds.of(spelled, said);
        ParsedCompletion read = read(begunInPrompt, viewed.ids().toIds(), tools);
        return new ParsedCompletion(
                read.content(),
                read.reasoning(),
                read.reasoningComplete(),
                read.toolCalls().stream().map(viewed::placed).toList(),
                read.sampledVisionTokens());
    }

    private ParsedCompletion read(boolean begunInPrompt, TokenIds said, List<JsonNode> tools) {
        ReasoningBoundary boundary = ReasoningBoundary.scan(begunInPrompt, said, markers, tokenizer);
        int vision = (int) said.stream().filter(visionTokens::contains).count();
        if (boundary.kind() == Kind.OPEN) {
            return new ParsedCompletion("", tokenizer.decode(boundary.reasoning()), false, List.of(), vision);
        }
        int from = boundary.answerFrom();
        int first = calls.first(said, from);
        String content = tokenizer.decode(said.slice(from, first));
        List<ParsedToolCall> made = calls.parse(said, first, tools);
        Optional<SpelledCalls> texts = made.isEmpty() ? calls.spelled(content) : Optional.empty();
        return new ParsedCompletion(
                PythonText.strip(texts.map(SpelledCalls::before).orElse(content)),
                reasoning(boundary),
                true,
                texts.map(SpelledCalls::calls).orElse(made),
                vision);
    }

    private @Nullable String reasoning(ReasoningBoundary boundary) {
        String text = tokenizer.decode(boundary.reasoning());
        String stripped = PythonText.strip(text);
        boolean none = boundary.kind() == Kind.NONE
                || switch (empty) {
                    case NONE -> stripped.isEmpty();
                    case EMPTY -> false;
                    case EMPTY_IF_WHITE -> text.isEmpty();
                };
        return none ? null : stripped;
    }

    ReasoningBoundary boundary(TokenIds prompt, TokenIds completion) {
        return ReasoningBoundary.scan(begins(prompt), viewed(untilStop(completion)), markers, tokenizer);
    }

    /** Up to, not including, the first stop token. */
    TokenIds untilStop(TokenIds completion) {
        int end = 0;
        while (end < completion.size() && !markers.stops().contains(completion.get(end))) {
            end++;
        }
        return completion.slice(0, end);
    }

    /** What closes reasoning that was cut off. */
    TokenIds closing() {
        return spelled == null ? TokenIds.of(markers.close()) : spelled.closing();
    }

    @Nullable SpelledMarkers spelled() {
        return spelled;
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

package dev.fovea.conform.chat;

import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.ParsedToolCall;
import dev.fovea.chat.ParsedToolCall.Span;
import dev.fovea.chat.Renderer;
import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A call of Kimi's without an end takes the next one in, in the reference's reading; ours ends where the next one begins. */
final class SwallowedCalls {

    static final String REASON = "dev:call-swallowed";

    private static final String BEGIN = "<|tool_call_begin|>";

    private SwallowedCalls() {}

    /**
     * Proof: all else is equal; in the place of a call that holds another's beginning, ours has one call for each beginning, and
     * each of them, sampled alone, is read the same.
     */
    static Optional<Verdict> check(CorpusFamily family, Row row, ParsedCompletion asked, ParsedCompletion actual) {
        if (!row.hasTag(REASON)) {
            return Optional.empty();
        }
        TokenIds said = row.ids("completion_ids");
        List<ParsedToolCall> expected = new ArrayList<>();
        for (ParsedToolCall theirs : asked.toolCalls()) {
            Span span = Objects.requireNonNull(theirs.span(), "tagged for calls with spans");
            if (theirs.raw().contains(BEGIN)) {
                for (int begin = span.from(); begin < span.end(); begin++) {
                    if (said.get(begin) == family.id(BEGIN)) {
                        expected.add(alone(family, row, said, begin, span.end()));
                    }
                }
            } else {
                expected.add(theirs);
            }
        }
        ParsedCompletion back = new ParsedCompletion(
                asked.content(), asked.reasoning(), asked.reasoningComplete(), expected, actual.sampledVisionTokens());
        return Optional.of(
                back.equals(actual)
                        ? new Verdict.Apart(REASON)
                        : new Verdict.Differs("expected, call by call, " + back + ", got " + actual));
    }

    private static ParsedToolCall alone(CorpusFamily family, Row row, TokenIds said, int begin, int sectionEnd) {
        int end = begin + 1;
        while (end < sectionEnd && said.get(end) != family.id(BEGIN)) {
            end++;
        }
        TokenIds section = TokenIds.of(family.id("<|tool_calls_section_begin|>"))
                .concat(said.slice(begin, end))
                .concat(TokenIds.of(family.id("<|tool_calls_section_end|>")));
        Renderer renderer = family.renderer(row.config());
        ParsedToolCall call = renderer.parse(row.prompt(), section).toolCalls().getFirst();
        Span span = Objects.requireNonNull(call.span());
        Span placed = new Span(span.from() + begin - 1, span.end() + begin - 1);
        return new ParsedToolCall(call.raw(), call.name(), call.arguments(), call.status(), call.id(), placed);
    }
}

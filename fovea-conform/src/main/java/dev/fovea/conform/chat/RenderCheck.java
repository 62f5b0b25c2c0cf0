package dev.fovea.conform.chat;

import dev.fovea.chat.Conversation;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.Renderer;
import dev.fovea.contract.error.RequestException;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Conversations to token ids, with attribution and images. */
final class RenderCheck {

    private RenderCheck() {}

    static Verdict check(CorpusFamily family, Row row) {
        if (row.hasTag(KimiTools.ORDER) && !row.refused()) {
            return KimiTools.sorted(family, row)
                    .map(sorted -> because(KimiTools.ORDER, checkOne(family, sorted)))
                    .orElseGet(() -> checkOne(family, row));
        }
        return checkOne(family, row);
    }

    private static Verdict because(String reason, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Equal equal -> new Verdict.Apart(reason);
            case Verdict.Apart apart -> new Verdict.Apart(reason + ", " + apart.reason());
            case Verdict.Differs differs -> differs;
        };
    }

    private static Verdict checkOne(CorpusFamily family, Row row) {
        JsonNode messages = row.json().path("messages");
        RenderedTokens actual;
        try {
            actual = render(family, row, messages);
        } catch (RequestException e) {
            return row.refused() ? new Verdict.Equal() : refused(family, row, e);
        }
        if (row.refused()) {
            return Answered.check(row, actual, family, less -> render(family, less, messages));
        }
        return judge(family, row, actual, messages, changed -> render(family, row, changed));
    }

    private static Verdict refused(CorpusFamily family, Row row, RequestException refusal) {
        JsonNode messages = row.json().path("messages");
        Function<JsonNode, RenderedTokens> render = changed -> render(family, row, changed);
        return Mended.check(messages, render, row, family)
                .orElseGet(() -> Dropped.check(messages, refusal, render, row, family));
    }

    /** Equal, or other in a way that is proven to be a documented one. */
    static Verdict judge(
            CorpusFamily family,
            Row row,
            RenderedTokens actual,
            JsonNode messages,
            Function<JsonNode, RenderedTokens> render) {
        return Comparison.compare(family, row, actual, 0).orElseGet(() -> other(family, row, actual, messages, render));
    }

    /** Other ids, which may have one of several reasons. */
    private static Verdict other(
            CorpusFamily family,
            Row row,
            RenderedTokens actual,
            JsonNode messages,
            Function<JsonNode, RenderedTokens> render) {
        if (row.hasTag(UnspokenReasoning.REASON)) {
            return UnspokenReasoning.check(family, row, actual, changed -> render(family, changed, messages));
        }
        return ReasoningField.check(messages, render, row, family)
                .or(() -> Mended.check(messages, render, row, family))
                .orElseGet(() -> Alignment.check(family, row, actual, 0));
    }

    private static RenderedTokens render(CorpusFamily family, Row row, JsonNode messages) {
        Renderer renderer = family.renderer(row.config());
        Conversation conversation = family.conversation(messages, row);
        return row.flag("add_generation_prompt")
                ? renderer.renderPrompt(conversation)
                : renderer.renderFinished(conversation);
    }
}

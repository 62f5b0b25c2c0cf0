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
        JsonNode messages = row.json().path("messages");
        RenderedTokens actual;
        try {
            actual = render(family, row, messages);
        } catch (RequestException e) {
            return row.refused()
                    ? new Verdict.Equal()
                    : Dropped.check(messages, e, less -> render(family, row, less), row, family);
        }
        if (row.refused()) {
            return Answered.check(row, actual, family);
        }
        return judge(family, row, actual, messages, less -> render(family, row, less));
    }

    /** Equal, or other in a way that is proven to be a documented one. */
    static Verdict judge(
            CorpusFamily family,
            Row row,
            RenderedTokens actual,
            JsonNode messages,
            Function<JsonNode, RenderedTokens> render) {
        return Comparison.compare(family, row, actual, 0)
                .orElseGet(() -> ReasoningField.check(messages, render, row, family)
                        .orElseGet(() -> Alignment.check(family, row, actual, 0)));
    }

    private static RenderedTokens render(CorpusFamily family, Row row, JsonNode messages) {
        Renderer renderer = family.renderer(row.config());
        Conversation conversation = family.conversation(messages, row);
        return row.flag("add_generation_prompt")
                ? renderer.renderPrompt(conversation)
                : renderer.renderFinished(conversation);
    }
}

package dev.fovea.conform.chat;

import dev.fovea.chat.RenderedTokens;
import dev.fovea.contract.error.RequestException;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Ours reads {@code reasoning}, the newer spelling of {@code reasoning_content}; the reference does not look at it. */
final class ReasoningField {

    static final String REASON = "reasoning is read as reasoning_content";

    private ReasoningField() {}

    /** Proof: without the field, ours gives the reference's answer. Empty where no message has it. */
    static Optional<Verdict> check(
            JsonNode messages, Function<JsonNode, RenderedTokens> render, Row row, CorpusFamily family) {
        ArrayNode less = (ArrayNode) messages.deepCopy();
        boolean found = false;
        for (JsonNode message : less) {
            found |= message.path("reasoning").isString();
            if (message.isObject()) {
                ((ObjectNode) message).remove("reasoning");
            }
        }
        if (!found) {
            return Optional.empty();
        }
        try {
            RenderedTokens without = render.apply(less);
            Verdict verdict = Comparison.compare(family, row, without, 0)
                    .orElseGet(() -> Alignment.check(family, row, without, 0));
            return Optional.of(
                    switch (verdict) {
                        case Verdict.Equal equal -> new Verdict.Apart(REASON);
                        case Verdict.Apart apart -> new Verdict.Apart(apart.reason() + ", " + REASON);
                        case Verdict.Differs differs -> differs;
                    });
        } catch (RequestException e) {
            return Optional.empty();
        }
    }
}

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
            return Comparison.compare(family, row, render.apply(less), 0)
                    .map(verdict -> verdict instanceof Verdict.Equal ? new Verdict.Apart(REASON) : verdict);
        } catch (RequestException e) {
            return Optional.empty();
        }
    }
}

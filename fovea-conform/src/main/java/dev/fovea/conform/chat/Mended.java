package dev.fovea.conform.chat;

import dev.fovea.chat.RenderedTokens;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shapes of messages that ours reads in another way than Kimi's reference. Proof: with the messages changed to what the reference
 * takes them for, ours gives its answer.
 */
final class Mended {

    /**
     * One shape.
     *
     * @param reason what ours does with it
     * @param mend changes a message into what the reference takes it for, and tells whether it changed anything
     */
    private record Shape(String reason, BiFunction<ObjectNode, CorpusFamily, Boolean> mend) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape("a message without a role is refused", Mended::role),
            new Shape("an object as content is refused", Mended::content),
            new Shape("a call whose name is no text is refused", Mended::names),
            new Shape("texts of other parts are shown", Mended::parts));

    private Mended() {}

    /** Empty where the messages have none of the shapes, or where that is not all. */
    static Optional<Verdict> check(
            JsonNode messages, Function<JsonNode, RenderedTokens> render, Row row, CorpusFamily family) {
        return family.name().startsWith("kimi")
                ? SHAPES.stream()
                        .flatMap(shape -> check(shape, messages, render, row, family).stream())
                        .findFirst()
                : Optional.empty();
    }

    private static Optional<Verdict> check(
            Shape shape, JsonNode messages, Function<JsonNode, RenderedTokens> render, Row row, CorpusFamily family) {
        ArrayNode mended = (ArrayNode) messages.deepCopy();
        boolean changed = false;
        for (JsonNode message : mended) {
            changed |= shape.mend().apply((ObjectNode) message, family);
        }
        if (!changed) {
            return Optional.empty();
        }
        try {
            return Comparison.compare(family, row, render.apply(mended), 0)
                    .filter(verdict -> verdict instanceof Verdict.Equal)
                    .map(equal -> new Verdict.Apart(shape.reason()));
        } catch (RequestException e) {
            return Optional.empty();
        }
    }

    private static boolean role(ObjectNode message, CorpusFamily family) {
        boolean lacks = !message.has("role");
        if (lacks) {
            message.put("role", "");
        }
        return lacks;
    }

    /** The reference goes through an object as if it were a list: its keys are printed. */
    private static boolean content(ObjectNode message, CorpusFamily family) {
        JsonNode content = message.path("content");
        if (content.isObject()) {
            message.put("content", String.join("", content.propertyNames()));
        }
        return content.isObject();
    }

    /** Kimi's templates print ids alone. */
    private static boolean names(ObjectNode message, CorpusFamily family) {
        boolean changed = false;
        for (JsonNode call : message.path("tool_calls")) {
            JsonNode function = call.path("function");
            if (function instanceof ObjectNode object
                    && function.has("name")
                    && !function.path("name").isString()) {
                object.remove("name");
                changed = true;
            }
        }
        return changed;
    }

    private static boolean parts(ObjectNode message, CorpusFamily family) {
        if (!(message.path("content") instanceof ArrayNode content)) {
            return false;
        }
        int before = content.size();
        content.removeIf(part -> isLeftOut(part, family));
        return content.size() < before;
    }

    /** Parts with a text that the reference does not show. */
    private static boolean isLeftOut(JsonNode part, CorpusFamily family) {
        boolean bare = part.isString() && family.name().equals("kimi-k2.5");
        return bare
                || (part.path("text").isString()
                        && !part.path("type").asString("").equals("text"));
    }
}

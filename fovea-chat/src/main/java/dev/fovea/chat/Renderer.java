package dev.fovea.chat;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A family's template: messages to token ids, sampled ids to a message, and the way to the next turn. Immutable, thread safe. */
public interface Renderer {

    /**
     * The prompt of a turn, the generation prompt at its end.
     *
     * @throws dev.fovea.contract.error.RequestException with the index of a message that the template cannot show
     */
    RenderedTokens renderPrompt(Conversation conversation);

    /** A finished conversation, without a generation prompt: what demonstrations are trained on. */
    RenderedTokens renderFinished(Conversation conversation);

    /**
     * The next turn's prompt without re-rendering what was sampled: the previous prompt and completion stay as they are, and
     * the new messages follow. The work grows with the completion and the new messages, not with the prompt.
     *
     * @param previousPrompt prompt of the turn before
     * @param previousCompletion ids that were sampled for it
     * @param previousImages images of {@code previousPrompt}
     * @param newMessages everything after the sampled assistant message
     */
    Bridge bridge(
            ExpandedIds previousPrompt,
            TokenIds previousCompletion,
            MultiModalData previousImages,
            List<Message> newMessages);

    /**
     * Reads sampled ids; never fails, whatever a model samples.
     *
     * @param tools the specifications that the prompt showed; some families' arguments are typed by them
     */
    ParsedCompletion parse(ExpandedIds prompt, TokenIds completion, List<JsonNode> tools);

    /** Reads sampled ids of a prompt without tools. */
    default ParsedCompletion parse(ExpandedIds prompt, TokenIds completion) {
        return parse(prompt, completion, List.of());
    }

    /** Reads sampled ids while they come; what is said in the end is what {@link #parse} says of all of them. */
    CompletionStream stream(ExpandedIds prompt, List<JsonNode> tools);

    /** Ids that end a completion; the first in iteration order is the canonical one. */
    Set<Integer> stopTokenIds();

    /** What it does with reasoning, its settings resolved. */
    ThinkingPolicy thinking();
}

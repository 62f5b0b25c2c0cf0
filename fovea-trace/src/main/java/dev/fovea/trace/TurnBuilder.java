package dev.fovea.trace;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds and checks all nodes of one turn before any of them enters the graph. The prefix is matched again, because the graph
 * may have grown since the turn was prepared, and then tightened by token identity: messages may be equal and their tokens not.
 */
final class TurnBuilder {

    private final MessageGraph graph;
    private final List<RecordedMessage> messages;
    private final TurnTokens tokens;
    private final List<Integer> known;
    private final int kept;
    private final int keptTokens;

    TurnBuilder(MessageGraph graph, List<RecordedMessage> messages, TurnTokens tokens) {
        this.graph = graph;
        this.messages = messages;
        this.tokens = tokens;
        this.known = graph.longestPrefix(messages);
        int nodes = 0;
        int offset = 0;
        while (nodes < known.size() && continues(graph.node(known.get(nodes)).ids(), offset)) {
            offset += graph.node(known.get(nodes)).ids().size();
            nodes++;
        }
        this.kept = nodes;
        this.keptTokens = offset;
    }

    private boolean continues(TokenIds ids, int offset) {
        TokenIds prompt = tokens.prompt().ids();
        return offset + ids.size() <= prompt.size()
                && prompt.slice(offset, offset + ids.size()).equals(ids);
    }

    /** The sampled turn that a prefix ends with. */
    static Optional<PreviousTurn> previous(MessageGraph graph, List<Integer> prefix) {
        if (prefix.isEmpty() || graph.node(prefix.getLast()).origin() != Origin.SAMPLED) {
            return Optional.empty();
        }
        Branch path = new Branch(prefix, prefix.stream().map(graph::node).toList());
        MessageNode answer = graph.node(prefix.getLast());
        int scaffold = answer.ids().size() - answer.logprobs().size();
        TokenIds prompt = path.prefix(prefix.size() - 1).concat(answer.ids().slice(0, scaffold));
        TokenIds completion = answer.ids().slice(scaffold, answer.ids().size());
        return Optional.of(new PreviousTurn(new ExpandedIds(prompt), completion, path.images()));
    }

    List<MessageNode> build(RecordedMessage reply) {
        checkCounts();
        Instant now = Instant.now();
        List<MessageNode> nodes = new ArrayList<>();
        int start = keptTokens;
        for (int i = kept; i < messages.size(); i++) {
            int end = messageEnd(i, start);
            nodes.add(input(messages.get(i), parent(nodes), start, end, now));
            start = end;
        }
        nodes.add(answer(reply, parent(nodes), start, now));
        return nodes;
    }

    private void checkCounts() {
        if (tokens.messageEnds().size() != messages.size()
                || tokens.content().size() != tokens.prompt().size()) {
            throw mismatch(
                    "attribution covers " + tokens.messageEnds().size() + " of " + messages.size() + " messages");
        }
        if (tokens.completion().isEmpty()
                || tokens.completion().size() != tokens.logprobs().size()) {
            throw mismatch(tokens.completion().size() + " sampled ids with "
                    + tokens.logprobs().size() + " logprobs");
        }
    }

    private int messageEnd(int message, int start) {
        int end = tokens.messageEnds().get(message);
        if (end < start || end > tokens.prompt().size()) {
            throw mismatch("message " + message + " ends at token " + end + " but begins at " + start);
        }
        return end;
    }

    private int parent(List<MessageNode> built) {
        if (!built.isEmpty()) {
            return graph.size() + built.size() - 1;
        }
        return kept == 0 ? MessageNode.ROOT : known.get(kept - 1);
    }

    private MessageNode input(RecordedMessage message, int parent, int start, int end, Instant now) {
        List<SidecarImage> images = imagesWithin(tokens.images(), start, end);
        if (images.size() != message.images()) {
            throw mismatch("a " + message.role() + " message with " + message.images() + " images was rendered with "
                    + images.size());
        }
        return new MessageNode(
                parent,
                message,
                Origin.INPUT,
                now,
                tokens.prompt().ids().slice(start, end),
                TokenMask.filled(end - start, false),
                tokens.content().slice(start, end),
                TokenValues.of(),
                images,
                null,
                null);
    }

    static List<SidecarImage> imagesWithin(MultiModalData data, int start, int end) {
        List<SidecarImage> images = new ArrayList<>();
        for (SidecarImage image : data.images()) {
            if (image.placeholder().offset() >= start && image.placeholder().offset() < end) {
                if (image.placeholder().end() > end) {
                    throw mismatch("an image's pads go beyond the message that brings it");
                }
                images.add(image);
            }
        }
        return images;
    }

    /** The generation prompt and what was sampled after it. */
    private MessageNode answer(RecordedMessage reply, int parent, int start, Instant now) {
        int size = tokens.prompt().size();
        if (!imagesWithin(tokens.images(), start, size).isEmpty()) {
            throw mismatch("an image stands in the generation prompt");
        }
        TokenMask mask = TokenMask.filled(size - start, false)
                .concat(TokenMask.filled(tokens.completion().size(), true));
        return new MessageNode(
                parent,
                reply,
                Origin.SAMPLED,
                now,
                tokens.prompt().ids().slice(start, size).concat(tokens.completion()),
                mask,
                mask,
                tokens.logprobs(),
                List.of(),
                tokens.weights(),
                tokens.received());
    }

    ModelCall call(int node, CallFacts facts) {
        return new ModelCall(
                node,
                facts.finishReason(),
                tokens.prompt().size(),
                tokens.completion().size(),
                facts.sampledVisionTokens(),
                facts.bridged(),
                fork(),
                facts.bridgeRefusal(),
                facts.start(),
                facts.end());
    }

    private @Nullable ForkCause fork() {
        if (kept < known.size()) {
            return ForkCause.RETOKENISED;
        }
        int parent = kept == 0 ? MessageNode.ROOT : known.get(kept - 1);
        if (graph.size() == 0 || !graph.hasChildren(parent)) {
            return null;
        }
        return kept == messages.size() ? ForkCause.RESAMPLED : ForkCause.HISTORY_REWRITTEN;
    }

    private static IdentityException mismatch(String what) {
        return new IdentityException(
                ErrorCode.PLACEHOLDER_MISMATCH, what, "the turn was not recorded; rendering and trace must agree");
    }
}

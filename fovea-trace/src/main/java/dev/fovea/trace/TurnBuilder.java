package dev.fovea.trace;

import dev.fovea.contract.ExpandedIds;
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
 * may have grown since the turn was prepared, and by token identity: messages may be equal and their tokens not.
 */
final class TurnBuilder {

    private final MessageGraph graph;
    private final List<RecordedMessage> messages;
    private final TurnTokens tokens;
    private final List<Integer> known;
    private final List<Integer> kept;
    private final int keptTokens;

    TurnBuilder(MessageGraph graph, List<RecordedMessage> messages, TurnTokens tokens) {
        this.graph = graph;
        this.messages = messages;
        this.tokens = tokens;
        this.known = graph.longestPrefix(messages);
        this.kept = graph.longestPrefix(messages, tokens.prompt().ids());
        this.keptTokens = graph.end(lastKept());
    }

    private int lastKept() {
        return kept.isEmpty() ? MessageNode.ROOT : kept.getLast();
    }

    /** The last sampled turn of a prefix. */
    static Optional<PreviousTurn> previous(MessageGraph graph, List<Integer> prefix) {
        int turns = prefix.size();
        while (turns > 0 && graph.node(prefix.get(turns - 1)).origin() != Origin.SAMPLED) {
            turns--;
        }
        if (turns == 0) {
            return Optional.empty();
        }
        List<Integer> ids = prefix.subList(0, turns);
        Branch path = new Branch(ids, ids.stream().map(graph::node).toList());
        TokenIds all = path.ids().ids();
        int sampled = all.size() - path.nodes().getLast().logprobs().size();
        return Optional.of(new PreviousTurn(
                new ExpandedIds(all.slice(0, sampled)), all.slice(sampled, all.size()), path.images(), turns));
    }

    List<MessageNode> build(RecordedMessage reply) {
        checkCounts();
        List<SidecarImage> recorded =
                kept.stream().flatMap(id -> graph.node(id).images().stream()).toList();
        MessageImages.checkKnown(recorded, tokens.images(), keptTokens);
        Instant now = Instant.now();
        List<MessageNode> nodes = new ArrayList<>();
        int start = keptTokens;
        for (int i = kept.size(); i < messages.size(); i++) {
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
        for (double logprob : tokens.logprobs().toArray()) {
            if (!Double.isFinite(logprob)) {
                throw mismatch("a sampled id has the log-probability " + logprob);
            }
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
        return lastKept();
    }

    private MessageNode input(RecordedMessage message, int parent, int start, int end, Instant now) {
        List<SidecarImage> images = MessageImages.of(message, tokens.images(), start, end);
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

    /** The generation prompt and what was sampled after it. */
    private MessageNode answer(RecordedMessage reply, int parent, int start, Instant now) {
        int size = tokens.prompt().size();
        if (!MessageImages.within(tokens.images(), start, size).isEmpty()) {
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
                facts.bannedIds(),
                facts.bridged(),
                fork(),
                facts.bridgeRefusal(),
                facts.start(),
                facts.end());
    }

    private @Nullable ForkCause fork() {
        if (kept.size() < known.size()) {
            return ForkCause.RETOKENISED;
        }
        if (!graph.hasChildren(lastKept())) {
            return null;
        }
        if (kept.size() == messages.size()) {
            return ForkCause.RESAMPLED;
        }
        boolean answers = messages.subList(kept.size(), messages.size()).stream()
                .anyMatch(message -> message.role().equals("assistant"));
        boolean behindAnAnswer = !kept.isEmpty() && graph.node(lastKept()).origin() == Origin.SAMPLED;
        return behindAnAnswer && !answers ? ForkCause.BRANCHED : ForkCause.HISTORY_REWRITTEN;
    }

    static IdentityException mismatch(String what) {
        return new IdentityException(
                ErrorCode.PLACEHOLDER_MISMATCH, what, "the turn was not recorded; rendering and trace must agree");
    }
}

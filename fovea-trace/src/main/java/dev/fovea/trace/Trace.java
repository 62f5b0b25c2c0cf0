package dev.fovea.trace;

import dev.fovea.contract.WeightSpans;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Everything that happened in one rollout. Thread safe: turns of one rollout may run at the same time; the lock is held while
 * the graph is read or changed, never while an engine works. A turn is taken in whole or not at all.
 */
public final class Trace {

    private final TraceHeader header;
    private final TraceLog log;
    private final ReentrantLock lock = new ReentrantLock();
    private final MessageGraph graph = new MessageGraph();
    private final List<ModelCall> calls = new ArrayList<>();
    private final Map<String, Double> rewards = new LinkedHashMap<>();
    private final Map<String, Double> metrics = new LinkedHashMap<>();
    private final List<String> errors = new ArrayList<>();
    private boolean closed;

    private Trace(TraceHeader header, TraceLog log) {
        this.header = header;
        this.log = log;
    }

    /** Opens a trace; {@code log} hears of it. */
    public static Trace open(TraceHeader header, TraceLog log) {
        log.opened(header);
        return new Trace(header, log);
    }

    /** An empty trace that tells nobody, to be filled from a record. */
    static Trace unlogged(TraceHeader header) {
        return new Trace(header, TraceLog.NONE);
    }

    /** Matches a prompt against what is known. */
    public PendingTurn prepare(List<RecordedMessage> messages) {
        return locked(() -> {
            List<Integer> prefix = graph.longestPrefix(messages);
            return new PendingTurn(messages, prefix, TurnBuilder.previous(graph, prefix));
        });
    }

    /**
     * Takes a sampled turn in.
     *
     * @return id of the node that holds the answer
     * @throws RequestException {@code rollout_closed}
     * @throws dev.fovea.contract.error.IdentityException where tokens, spans and images do not fit together
     */
    public int commit(PendingTurn turn, TurnTokens tokens, RecordedMessage reply, CallFacts facts) {
        return locked(() -> {
            requireOpen();
            TurnBuilder builder = new TurnBuilder(graph, turn.messages(), tokens);
            List<MessageNode> nodes = builder.build(reply);
            ModelCall call = builder.call(graph.size() + nodes.size() - 1, facts);
            take(nodes, List.of(call));
            return call.node();
        });
    }

    /**
     * Takes a demonstration in: a whole conversation whose assistant messages are to be imitated.
     *
     * @return how many tokens are to be trained
     */
    public int demonstrate(DemonstrationTokens tokens) {
        return locked(() -> {
            requireOpen();
            List<MessageNode> nodes = tokens.nodes(graph.size());
            take(nodes, List.of());
            return nodes.stream().mapToInt(node -> node.mask().count()).sum();
        });
    }

    private void take(List<MessageNode> nodes, List<ModelCall> made) {
        log.committed(header, graph.size(), nodes, made);
        nodes.forEach(graph::add);
        calls.addAll(made);
    }

    /** Sets a named reward. */
    public void reward(String name, double score) {
        requireFinite("reward", name, score);
        locked(() -> {
            requireOpen();
            log.rewarded(header, name, score);
            return rewards.put(name, score);
        });
    }

    /** Sets a named metric. */
    public void measure(String name, double value) {
        requireFinite("metric", name, value);
        locked(() -> {
            requireOpen();
            log.measured(header, name, value);
            return metrics.put(name, value);
        });
    }

    /** Records that the rollout failed; it is then never trained. */
    public void fail(String error) {
        locked(() -> {
            requireOpen();
            log.failed(header, error);
            return errors.add(error);
        });
    }

    /** Ends the rollout; a second call does nothing. */
    public void close() {
        locked(() -> {
            if (!closed) {
                log.closed(header);
                closed = true;
            }
            return closed;
        });
    }

    private static void requireFinite(String kind, String name, double value) {
        if (!Double.isFinite(value)) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST, kind + " " + name + " is " + value, "give a finite number");
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new RequestException(
                    ErrorCode.ROLLOUT_CLOSED, "rollout " + header.id() + " is closed", "open a new rollout");
        }
    }

    /** Adds what a record holds; the graph's own rules are checked, renderings are not. */
    void restore(int firstNode, List<MessageNode> nodes, List<ModelCall> made) {
        locked(() -> {
            if (firstNode != graph.size()) {
                throw new IllegalArgumentException("node " + firstNode + " follows " + graph.size() + " nodes");
            }
            nodes.forEach(graph::add);
            for (ModelCall call : made) {
                if (call.node() < 0 || call.node() >= graph.size()) {
                    throw new IllegalArgumentException("a call names the unknown node " + call.node());
                }
            }
            return calls.addAll(made);
        });
    }

    public TraceHeader header() {
        return header;
    }

    public List<MessageNode> nodes() {
        return locked(graph::nodes);
    }

    public List<ModelCall> calls() {
        return locked(() -> List.copyOf(calls));
    }

    public Map<String, Double> rewards() {
        return locked(() -> Map.copyOf(rewards));
    }

    public Map<String, Double> metrics() {
        return locked(() -> Map.copyOf(metrics));
    }

    public List<String> errors() {
        return locked(() -> List.copyOf(errors));
    }

    public boolean isClosed() {
        return locked(() -> closed);
    }

    /** Turns that were sampled. */
    public int sampledTurns() {
        return (int)
                nodes().stream().filter(node -> node.origin() == Origin.SAMPLED).count();
    }

    /** The oldest weights that sampled any of it; empty where nothing was sampled. */
    public Optional<WeightVersion> oldestWeights() {
        return nodes().stream()
                .map(MessageNode::weights)
                .filter(Objects::nonNull)
                .map(WeightSpans::oldest)
                .min(Comparator.comparingLong(WeightVersion::step));
    }

    /** One branch a leaf, in order of the leaves' ids. */
    public List<Branch> branches() {
        return locked(() -> graph.leaves().stream().map(this::branchTo).toList());
    }

    private Branch branchTo(int leaf) {
        List<Integer> path = graph.pathTo(leaf);
        return new Branch(path, path.stream().map(graph::node).toList());
    }

    /** Runs an action that must see one state of the trace. */
    <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}

package dev.fovea.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values of earlier turns, shared where sequences begin alike: a tree whose edges hold one or more tokens. A next turn
 * finds its whole history here, a first one the system message, a branch whatever it has in common with its siblings. Bounded; the
 * least recently used leaves go first. Not thread safe.
 */
final class PrefixTree {

    /** Eviction goes a little below the bound, so that it is not due again with the next turn. */
    private static final double EVICT_TO = 0.9;

    private static final class Node {

        private @Nullable Node parent;
        private final TokenRun run;
        private int from;
        private final int to;
        /** As {@link KvRegion#copyOut} gave it, of {@code from} to {@code to}. */
        private float[] values;

        private final Map<TokenRun.First, Node> children = new HashMap<>();
        private long lastUse;

        private Node(@Nullable Node parent, TokenRun run, int from, int to, float[] values) {
            this.parent = parent;
            this.run = run;
            this.from = from;
            this.to = to;
            this.values = values;
        }
    }

    private final long maxBytes;
    private final int floatsPerToken;
    private final int channels;
    private Node root;
    private long tokens;
    private long clock;

    PrefixTree(long maxBytes, Qwen3VlConfig.Text config) {
        this.maxBytes = maxBytes;
        this.floatsPerToken = (int) (KvRegion.tokenBytes(config) / Float.BYTES);
        this.channels = config.headChannels();
        this.root = emptyRoot();
    }

    private static Node emptyRoot() {
        return new Node(null, new TokenRun(new int[0], List.of()), 0, 0, new float[0]);
    }

    long bytes() {
        return tokens * floatsPerToken * Float.BYTES;
    }

    /** Forgets everything: after new weights nothing of it is true. */
    void clear() {
        root = emptyRoot();
        tokens = 0;
    }

    /**
     * Puts what is known of a sequence into a row.
     *
     * @param limit tokens that may be taken at most
     * @return tokens that were
     */
    int restore(TokenRun run, int limit, KvRegion region, int row) {
        int known = 0;
        Node node = root;
        while (known < limit) {
            Node child = node.children.get(run.first(known));
            if (child == null) {
                return known;
            }
            child.lastUse = ++clock;
            int agreed = child.run.agreement(run, known, Math.min(child.to, limit));
            region.copyIn(child.values, child.to - child.from, agreed - known, row, known);
            known = agreed;
            if (agreed < child.to) {
                return known;
            }
            node = child;
        }
        return known;
    }

    /** Keeps the first {@code length} tokens of a row. */
    void keep(TokenRun run, int length, KvRegion region, int row) {
        Node node = root;
        int known = 0;
        while (known < length) {
            Node child = node.children.get(run.first(known));
            if (child == null) {
                add(node, new Node(node, run, known, length, region.copyOut(row, known, length)));
                break;
            }
            child.lastUse = ++clock;
            known = child.run.agreement(run, known, Math.min(child.to, length));
            node = known < child.to && known < length ? split(child, known) : child;
        }
        evict();
    }

    private void add(Node parent, Node child) {
        child.lastUse = ++clock;
        parent.children.put(child.run.first(child.from), child);
        tokens += child.to - child.from;
    }

    /** Cuts an edge in two and gives the upper part. */
    private Node split(Node lower, int at) {
        Node parent = Objects.requireNonNull(lower.parent);
        int length = lower.to - lower.from;
        int upperLength = at - lower.from;
        Node upper = new Node(parent, lower.run, lower.from, at, part(lower.values, length, 0, upperLength));
        upper.lastUse = lower.lastUse;
        parent.children.put(upper.run.first(upper.from), upper);
        lower.values = part(lower.values, length, upperLength, length);
        lower.from = at;
        lower.parent = upper;
        upper.children.put(lower.run.first(at), lower);
        return upper;
    }

    private float[] part(float[] values, int length, int from, int to) {
        float[] part = new float[(to - from) * floatsPerToken];
        int run = (to - from) * channels;
        for (int block = 0; block < floatsPerToken / channels; block++) {
            System.arraycopy(values, (block * length + from) * channels, part, block * run, run);
        }
        return part;
    }

    private void evict() {
        while (bytes() > maxBytes) {
            List<Node> leaves = new ArrayList<>();
            collectLeaves(root, leaves);
            leaves.sort(Comparator.comparingLong(leaf -> leaf.lastUse));
            for (Node leaf : leaves) {
                if (bytes() > maxBytes * EVICT_TO) {
                    Objects.requireNonNull(leaf.parent).children.remove(leaf.run.first(leaf.from));
                    tokens -= leaf.to - leaf.from;
                }
            }
        }
    }

    private void collectLeaves(Node node, List<Node> leaves) {
        if (node.children.isEmpty() && node != root) {
            leaves.add(node);
        }
        node.children.values().forEach(child -> collectLeaves(child, leaves));
    }
}

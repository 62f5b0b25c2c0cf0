package dev.fovea.trace;

import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * A forest of messages: a branch is a path from a root to a leaf, and any branch can be continued. Equal messages may stand more
 * than once below one parent, because their tokens differ or because they were sampled twice; all of them are searched, so that no
 * branch is hidden by a later one. Not thread safe; {@link Trace} guards it.
 */
final class MessageGraph {

    private record Edge(int parent, MessageKey key) {}

    private final List<MessageNode> nodes = new ArrayList<>();
    /** For each node how many tokens its path has, itself included, and how many of them were sampled. */
    private final List<Integer> ends = new ArrayList<>();

    private final List<Integer> sampled = new ArrayList<>();
    private final Map<Edge, List<Integer>> children = new HashMap<>();
    private final Map<Integer, Integer> childCounts = new HashMap<>();

    int size() {
        return nodes.size();
    }

    List<MessageNode> nodes() {
        return List.copyOf(nodes);
    }

    MessageNode node(int id) {
        return nodes.get(id);
    }

    /** Tokens from the root to a node, itself included. */
    int end(int id) {
        return id == MessageNode.ROOT ? 0 : ends.get(id);
    }

    /**
     * Adds a node and gives its id.
     *
     * @throws IllegalArgumentException where its parent is unknown, or where it brings an image that lies outside of its tokens
     */
    int add(MessageNode node) {
        int id = nodes.size();
        if (node.parent() < MessageNode.ROOT || node.parent() >= id) {
            throw new IllegalArgumentException("node " + id + " has the unknown parent " + node.parent());
        }
        int start = end(node.parent());
        for (SidecarImage image : node.images()) {
            PlaceholderRange range = image.placeholder();
            if (range.offset() < start || range.end() > start + node.ids().size()) {
                throw new IllegalArgumentException("node " + id + " brings an image outside of its tokens");
            }
        }
        nodes.add(node);
        ends.add(start + node.ids().size());
        sampled.add(sampledUntil(node.parent()) + node.logprobs().size());
        children.computeIfAbsent(new Edge(node.parent(), node.message().key()), edge -> new ArrayList<>())
                .add(id);
        childCounts.merge(node.parent(), 1, Integer::sum);
        return id;
    }

    private int sampledUntil(int id) {
        return id == MessageNode.ROOT ? 0 : sampled.get(id);
    }

    /** Ids of the longest path from a root whose messages equal the first of the given ones. */
    List<Integer> longestPrefix(List<RecordedMessage> messages) {
        return longest(messages, node -> true);
    }

    /** Like {@link #longestPrefix(List)}, where the path's tokens must be the first of {@code prompt} as well. */
    List<Integer> longestPrefix(List<RecordedMessage> messages, TokenIds prompt) {
        return longest(messages, node -> {
            TokenIds ids = nodes.get(node).ids();
            int start = end(node) - ids.size();
            return end(node) <= prompt.size() && prompt.slice(start, end(node)).equals(ids);
        });
    }

    /** Of equally long paths the one with the most sampled tokens, which can be bridged from; then the newest. */
    private List<Integer> longest(List<RecordedMessage> messages, IntPredicate fits) {
        List<Integer> frontier = List.of(MessageNode.ROOT);
        for (RecordedMessage message : messages) {
            List<Integer> next = new ArrayList<>();
            for (int parent : frontier) {
                for (int child : children.getOrDefault(new Edge(parent, message.key()), List.of())) {
                    if (fits.test(child)) {
                        next.add(child);
                    }
                }
            }
            if (next.isEmpty()) {
                break;
            }
            frontier = next;
        }
        return pathTo(Collections.max(
                frontier, Comparator.<Integer>comparingInt(this::sampledUntil).thenComparing(id -> id)));
    }

    boolean hasChildren(int parent) {
        return childCounts.containsKey(parent);
    }

    /** Ids from the root to a node. */
    List<Integer> pathTo(int id) {
        List<Integer> path = new ArrayList<>();
        for (int at = id; at != MessageNode.ROOT; at = nodes.get(at).parent()) {
            path.add(at);
        }
        Collections.reverse(path);
        return path;
    }

    /** Ids of nodes that are nobody's parent, ascending. */
    List<Integer> leaves() {
        List<Integer> leaves = new ArrayList<>();
        for (int id = 0; id < nodes.size(); id++) {
            if (!hasChildren(id)) {
                leaves.add(id);
            }
        }
        return leaves;
    }
}

package dev.fovea.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A forest of messages: every distinct message stands once, a branch is a path from a root to a leaf, and any branch can be
 * continued. Finding the longest known prefix costs one look-up a message. Not thread safe; {@link Trace} guards it.
 */
final class MessageGraph {

    private record Edge(int parent, MessageKey key) {}

    private final List<MessageNode> nodes = new ArrayList<>();
    private final Map<Edge, Integer> children = new HashMap<>();

    int size() {
        return nodes.size();
    }

    List<MessageNode> nodes() {
        return List.copyOf(nodes);
    }

    MessageNode node(int id) {
        return nodes.get(id);
    }

    /** Adds a node and gives its id. A later node with the same parent and key is the one found next. */
    int add(MessageNode node) {
        if (node.parent() >= nodes.size()) {
            throw new IllegalArgumentException("node " + nodes.size() + " has the unknown parent " + node.parent());
        }
        int id = nodes.size();
        nodes.add(node);
        children.put(new Edge(node.parent(), node.message().key()), id);
        return id;
    }

    /** Ids of the longest path from a root whose messages equal the first of the given ones. */
    List<Integer> longestPrefix(List<RecordedMessage> messages) {
        List<Integer> path = new ArrayList<>();
        int parent = MessageNode.ROOT;
        for (RecordedMessage message : messages) {
            @Nullable Integer next = children.get(new Edge(parent, message.key()));
            if (next == null) {
                break;
            }
            path.add(next);
            parent = next;
        }
        return path;
    }

    boolean hasChildren(int parent) {
        return nodes.stream().anyMatch(node -> node.parent() == parent);
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
        Set<Integer> parents = new HashSet<>();
        nodes.forEach(node -> parents.add(node.parent()));
        List<Integer> leaves = new ArrayList<>();
        for (int id = 0; id < nodes.size(); id++) {
            if (!parents.contains(id)) {
                leaves.add(id);
            }
        }
        return leaves;
    }
}

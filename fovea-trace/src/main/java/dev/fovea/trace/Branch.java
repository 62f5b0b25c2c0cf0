package dev.fovea.trace;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import java.util.ArrayList;
import java.util.List;

/**
 * A path from a root to a leaf: what one agent saw and said.
 *
 * @param nodeIds from the root on
 * @param nodes in the same order
 */
public record Branch(List<Integer> nodeIds, List<MessageNode> nodes) {

    public Branch {
        nodeIds = List.copyOf(nodeIds);
        nodes = List.copyOf(nodes);
    }

    /** All tokens of the branch; long messages' ids are shared with their nodes. */
    public ExpandedIds ids() {
        TokenIds ids = TokenIds.empty();
        for (MessageNode node : nodes) {
            ids = ids.concat(node.ids());
        }
        return new ExpandedIds(ids);
    }

    /** Number of tokens. */
    public int size() {
        return nodes.stream().mapToInt(node -> node.ids().size()).sum();
    }

    /** One a token: true where it is to be trained. */
    public TokenMask mask() {
        TokenMask mask = TokenMask.filled(0, false);
        for (MessageNode node : nodes) {
            mask = mask.concat(node.mask());
        }
        return mask;
    }

    /** One a token: the sampler's log-probability, 0 where nothing was sampled. */
    public TokenValues logprobs() {
        double[] logprobs = new double[size()];
        int at = 0;
        for (MessageNode node : nodes) {
            int next = 0;
            for (int i = 0; i < node.ids().size(); i++, at++) {
                if (node.origin() == Origin.SAMPLED && node.mask().get(i)) {
                    logprobs[at] = node.logprobs().get(next++);
                }
            }
        }
        return TokenValues.of(logprobs);
    }

    /** All images of the branch; a branch begins where its prompt does, so that offsets stand as they are. */
    public MultiModalData images() {
        List<SidecarImage> images = new ArrayList<>();
        nodes.forEach(node -> images.addAll(node.images()));
        return new MultiModalData(images);
    }

    /** The first {@code count} nodes' tokens. */
    public TokenIds prefix(int count) {
        return new Branch(nodeIds.subList(0, count), nodes.subList(0, count))
                .ids()
                .ids();
    }
}

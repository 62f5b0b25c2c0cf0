package dev.fovea.training.foreign;

import dev.fovea.training.sample.RolloutEnd;
import dev.fovea.training.sample.SampleNode;
import dev.fovea.training.score.RolloutFacts;
import java.util.List;

/**
 * A rollout of another framework.
 *
 * @param trainable whether its agent is one that learns
 * @param branches each from its root to its leaf, in order of the leaves
 */
public record ForeignRollout(
        String id, RolloutEnd end, Learning trainable, RolloutFacts facts, List<List<SampleNode>> branches) {

    /** Whether an agent learns. */
    public enum Learning {
        LEARNS,
        FIXED
    }

    public ForeignRollout {
        branches = branches.stream().map(List::copyOf).toList();
    }
}

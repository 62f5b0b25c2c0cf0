package dev.fovea.training.score;

import java.util.List;

/**
 * RLOO (arXiv:2402.14740): the reward less the mean of the others', in 64 bits, so that no rollout is measured against itself. A
 * rollout without others gets 0.
 */
public record LeaveOneOut() implements Advantages {

    @Override
    public List<Double> of(List<RolloutFacts> group) {
        int others = group.size() - 1;
        double sum = group.stream().mapToDouble(RolloutFacts::reward).sum();
        return group.stream()
                .map(rollout -> others == 0 ? 0.0 : rollout.reward() - (sum - rollout.reward()) / others)
                .toList();
    }
}

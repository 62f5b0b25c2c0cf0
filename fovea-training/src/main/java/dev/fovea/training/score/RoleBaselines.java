package dev.fovea.training.score;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Role-conditioned advantages (SPIRAL, arXiv:2506.24119): the reward less the running mean of that agent's own rewards, in 64 bits.
 * In a game whose sum is zero the group's mean is 0 whatever the policy does. Remembers the means from group to group; one thread.
 */
public final class RoleBaselines implements Advantages {

    private final double decay;
    private final Map<String, Double> means = new HashMap<>();

    /**
     * All means start at 0.
     *
     * @param decay share of the old mean that stays, from 0 to below 1; 0.95 is published
     */
    public RoleBaselines(double decay) {
        if (!(decay >= 0 && decay < 1)) {
            throw new IllegalArgumentException("a decay of " + decay);
        }
        this.decay = decay;
    }

    /** Each rollout is measured before its reward moves its agent's mean. */
    @Override
    public List<Double> of(List<RolloutFacts> group) {
        List<Double> scores = new ArrayList<>(group.size());
        for (RolloutFacts rollout : group) {
            double mean = means.getOrDefault(rollout.agent(), 0.0);
            scores.add(rollout.reward() - mean);
            means.put(rollout.agent(), decay * mean + (1.0 - decay) * rollout.reward());
        }
        return scores;
    }

    /** Each agent's mean as it stands. */
    public Map<String, Double> means() {
        return Map.copyOf(means);
    }
}

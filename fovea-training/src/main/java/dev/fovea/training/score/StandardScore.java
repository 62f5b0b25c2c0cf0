package dev.fovea.training.score;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * GRPO as it was published (arXiv:2402.03300): the difference from the group's mean in standard deviations of its members, in
 * 32 bits; 0 where all rewards are equal.
 */
public record StandardScore() implements Advantages {

    @Override
    public List<Double> of(List<RolloutFacts> group) {
        // told by the rewards themselves: the mean of equal floats may be one bit off, and its deviation tiny but not 0
        if (group.stream().map(RolloutFacts::reward).distinct().count() <= 1) {
            return Collections.nCopies(group.size(), 0.0);
        }
        float[] rewards = Float32.of(group, RolloutFacts::reward);
        float mean = Float32.mean(rewards);
        float squares = 0;
        for (float reward : rewards) {
            squares += (reward - mean) * (reward - mean);
        }
        float deviation = (float) Math.sqrt(squares / rewards.length);
        List<Double> scores = new ArrayList<>(rewards.length);
        for (float reward : rewards) {
            scores.add((double) ((reward - mean) / deviation));
        }
        return scores;
    }
}

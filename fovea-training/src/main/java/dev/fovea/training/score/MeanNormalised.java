package dev.fovea.training.score;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * MaxRL (arXiv:2602.02710): the difference from the group's mean in shares of that mean, in 32 bits. A group whose mean is not
 * above 0 teaches nothing.
 */
public record MeanNormalised() implements Advantages {

    @Override
    public List<Double> of(List<RolloutFacts> group) {
        float[] rewards = Float32.of(group, RolloutFacts::reward);
        float mean = Float32.mean(rewards);
        if (mean <= 0) {
            return Collections.nCopies(rewards.length, 0.0);
        }
        List<Double> scores = new ArrayList<>(rewards.length);
        for (float reward : rewards) {
            scores.add((double) ((reward - mean) / mean));
        }
        return scores;
    }
}

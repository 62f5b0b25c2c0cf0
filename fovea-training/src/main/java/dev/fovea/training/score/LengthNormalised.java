package dev.fovea.training.score;

import java.util.ArrayList;
import java.util.List;

/**
 * Another rule's advantages, such that rollouts weigh equally and not their tokens: each is multiplied by the group's mean number
 * of sampled tokens over its own. A rollout that sampled nothing keeps its value; it has no token to give it to.
 */
public record LengthNormalised(Advantages rule) implements Advantages {

    @Override
    public List<Double> of(List<RolloutFacts> group) {
        double mean =
                group.stream().mapToLong(RolloutFacts::outputTokens).average().orElse(0);
        List<Double> scores = new ArrayList<>(rule.of(group));
        for (int i = 0; i < scores.size(); i++) {
            long own = group.get(i).outputTokens();
            scores.set(i, own == 0 ? scores.get(i) : scores.get(i) * (mean / own));
        }
        return scores;
    }
}

package dev.fovea.training.score;

import java.util.List;

/** Distillation and imitation compare nothing; samples then carry no advantages at all. */
public record Unscored() implements Advantages {

    /** Nothing, whatever the group. */
    @Override
    public List<Double> of(List<RolloutFacts> group) {
        return List.of();
    }
}

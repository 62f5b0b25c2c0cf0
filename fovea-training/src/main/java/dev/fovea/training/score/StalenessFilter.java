package dev.fovea.training.score;

import dev.fovea.contract.WeightVersion;
import java.util.concurrent.atomic.LongAdder;

/** Leaves rollouts out that weights of too long ago have sampled, be it one token. Thread safe. */
public final class StalenessFilter {

    private final long mostSteps;
    private final LongAdder dropped = new LongAdder();

    /**
     * A filter.
     *
     * @param mostSteps by how many optimiser steps a rollout's oldest weights may lie behind, at least 0
     */
    public StalenessFilter(long mostSteps) {
        if (mostSteps < 0) {
            throw new IllegalArgumentException("a lag of " + mostSteps + " steps");
        }
        this.mostSteps = mostSteps;
    }

    /** Whether a rollout is fresh enough for the weights that are trained now. */
    public boolean admits(WeightVersion oldest, WeightVersion trained) {
        boolean fresh = trained.step() - oldest.step() <= mostSteps;
        if (!fresh) {
            dropped.increment();
        }
        return fresh;
    }

    /** Rollouts that were left out so far. */
    public long dropped() {
        return dropped.sum();
    }
}

package dev.fovea.training.score;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Leaves groups out in which all rollouts are worth the same: their gradient is 0, and packing them costs a step's time. Thread safe. */
public final class ZeroVarianceFilter {

    private final LongAdder dropped = new LongAdder();

    /** Whether a group of these advantages teaches anything; NaN teaches nothing. */
    public boolean admits(List<Double> advantages) {
        boolean teaches = !advantages.isEmpty()
                && advantages.stream().allMatch(Double::isFinite)
                && advantages.stream().anyMatch(advantage -> advantage != 0);
        if (!teaches) {
            dropped.increment();
        }
        return teaches;
    }

    /** Groups that were left out so far. */
    public long dropped() {
        return dropped.sum();
    }
}

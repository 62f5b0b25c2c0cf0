package dev.fovea.training.sample;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many rollouts became what. Thread safe. */
public final class RolloutCounts {

    /** What became of one. */
    public enum Outcome {
        TRAINED,
        KEPT_WITHOUT_LOSS,
        DROPPED_ERRORED,
        DROPPED_TRUNCATED,
        /** No branch has a token to train. */
        NOTHING_TO_TRAIN,
        /** Ids, masks, images or spans do not fit together. */
        REFUSED
    }

    private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);

    public RolloutCounts() {
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    /** Counts one. */
    public void add(Outcome outcome) {
        adder(outcome).increment();
    }

    /** How many so far. */
    public long of(Outcome outcome) {
        return adder(outcome).sum();
    }

    private LongAdder adder(Outcome outcome) {
        LongAdder adder = counts.get(outcome);
        if (adder == null) {
            throw new AssertionError("no adder for " + outcome);
        }
        return adder;
    }
}

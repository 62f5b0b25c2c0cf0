package dev.fovea.cli.demo;

import dev.fovea.engine.EngineEvent;
import dev.fovea.engine.EngineListener;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts what replicas of an engine did, and says it to whoever watches. Thread safe. */
final class EngineEvents implements EngineListener {

    private final LongAdder suspect = new LongAdder();
    private final LongAdder leftAlone = new LongAdder();
    private final LongAdder withoutWeights = new LongAdder();
    private volatile Consumer<String> watcher = sentence -> {};

    /**
     * What happened so far.
     *
     * @param suspect answers to something else than was asked
     * @param leftAlone times that a replica was left alone after failures
     * @param withoutWeights loads of weights that a replica did not take
     */
    record Counts(long suspect, long leftAlone, long withoutWeights) {}

    /** From now on this one is told, a sentence an event. */
    void watch(Consumer<String> by) {
        watcher = by;
    }

    Counts counts() {
        return new Counts(suspect.sum(), leftAlone.sum(), withoutWeights.sum());
    }

    @Override
    public void on(EngineEvent event) {
        watcher.accept(
                switch (event) {
                    case EngineEvent.Suspect(String replica, var code, String what) -> {
                        suspect.increment();
                        yield replica + " is suspect and out: " + code.wire() + ": " + what;
                    }
                    case EngineEvent.LeftAlone(String replica, var code, String what) -> {
                        leftAlone.increment();
                        yield replica + " is left alone for a while: " + code.wire() + ": " + what;
                    }
                    case EngineEvent.Recovered(String replica) -> replica + " answers again";
                    case EngineEvent.WithoutWeights(String replica, String why) -> {
                        withoutWeights.increment();
                        yield replica + " is out until it takes weights: " + why;
                    }
                });
    }
}

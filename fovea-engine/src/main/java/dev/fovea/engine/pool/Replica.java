package dev.fovea.engine.pool;

import dev.fovea.contract.WeightVersion;
import dev.fovea.engine.Engine;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** One engine of a pool and what the pool knows of it. Thread safe. */
final class Replica {

    private final int index;
    private final Engine engine;
    private final Circuit circuit;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final LongAdder suspicions = new LongAdder();
    private volatile boolean inRotation = true;

    Replica(int index, Engine engine, PoolSettings settings) {
        this.index = index;
        this.engine = engine;
        this.circuit = new Circuit(settings.failuresToOpen(), settings.openFor());
    }

    int index() {
        return index;
    }

    Engine engine() {
        return engine;
    }

    Circuit circuit() {
        return circuit;
    }

    AtomicInteger outstanding() {
        return outstanding;
    }

    LongAdder suspicions() {
        return suspicions;
    }

    boolean inRotation() {
        return inRotation && engine.knowsItsWeights();
    }

    /** Out of rotation until its weights are known again. */
    void rotate(boolean in) {
        inRotation = in;
    }

    boolean has(WeightVersion version) {
        return engine.describe().weights().equals(version);
    }
}

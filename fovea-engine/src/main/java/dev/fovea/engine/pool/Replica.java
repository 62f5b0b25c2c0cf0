package dev.fovea.engine.pool;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** One member of a rotation and what is known of it. Thread safe. */
final class Replica<T> {

    private final int index;
    private final String name;
    private final T member;
    private final Circuit circuit;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final LongAdder answers = new LongAdder();
    private final LongAdder suspicions = new LongAdder();
    private volatile boolean held;

    Replica(int index, String name, T member, PoolSettings settings) {
        this.index = index;
        this.name = name;
        this.member = member;
        this.circuit = new Circuit(settings.failuresToOpen(), settings.openFor());
    }

    int index() {
        return index;
    }

    String name() {
        return name;
    }

    T member() {
        return member;
    }

    Circuit circuit() {
        return circuit;
    }

    AtomicInteger outstanding() {
        return outstanding;
    }

    LongAdder answers() {
        return answers;
    }

    LongAdder suspicions() {
        return suspicions;
    }

    /** Kept out until {@link #release}. */
    void hold() {
        held = true;
    }

    void release() {
        held = false;
    }

    boolean held() {
        return held;
    }
}

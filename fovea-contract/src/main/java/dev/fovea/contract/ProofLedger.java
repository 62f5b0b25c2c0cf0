package dev.fovea.contract;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts checks and violations of one run. Thread safe. */
public final class ProofLedger {

    /** Checks made and checks failed. */
    public record Count(long checks, long violations) {

        Count plus(Count other) {
            return new Count(checks + other.checks, violations + other.violations);
        }
    }

    private final Map<Proof, LongAdder> checks = adders();
    private final Map<Proof, LongAdder> violations = adders();

    private static Map<Proof, LongAdder> adders() {
        Map<Proof, LongAdder> adders = new EnumMap<>(Proof.class);
        for (Proof proof : Proof.values()) {
            adders.put(proof, new LongAdder());
        }
        return adders;
    }

    /** Counts one check, and a violation where it does not hold; gives {@code holds} back. */
    public boolean check(Proof proof, boolean holds) {
        adder(checks, proof).increment();
        if (!holds) {
            adder(violations, proof).increment();
        }
        return holds;
    }

    public Count count(Proof proof) {
        return new Count(adder(checks, proof).sum(), adder(violations, proof).sum());
    }

    public Count total() {
        Count total = new Count(0, 0);
        for (Proof proof : Proof.values()) {
            total = total.plus(count(proof));
        }
        return total;
    }

    private static LongAdder adder(Map<Proof, LongAdder> adders, Proof proof) {
        LongAdder adder = adders.get(proof);
        if (adder == null) {
            throw new AssertionError("no adder for " + proof);
        }
        return adder;
    }
}

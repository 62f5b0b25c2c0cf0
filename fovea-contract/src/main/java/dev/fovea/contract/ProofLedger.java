package dev.fovea.contract;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.IdentityException;
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

    /** Counts what an error of identity violates; nothing where its code is no matter of identity. */
    public void countViolation(FoveaException found) {
        Proof.violatedBy(found.code()).ifPresent(proof -> check(proof, false));
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

    /**
     * Stops whoever would go on although two sides differ.
     *
     * @throws IdentityException with the code of the first proof that was violated
     */
    public void requireNoViolation() {
        for (Proof proof : Proof.values()) {
            Count count = count(proof);
            if (count.violations() > 0) {
                throw new IdentityException(
                        code(proof),
                        count.violations() + " of " + count.checks() + " checks of " + proof.wire() + " failed",
                        "what would be trained is not what was sampled; the log and report.json say more");
            }
        }
    }

    private static ErrorCode code(Proof proof) {
        return switch (proof) {
            case PROMPT_IDS, SAMPLE_IDS -> ErrorCode.TOKEN_MISMATCH;
            case PLACEHOLDERS -> ErrorCode.PLACEHOLDER_MISMATCH;
            case ASSET_BYTES -> ErrorCode.ASSET_CHANGED;
            case LAYOUT -> ErrorCode.LAYOUT_MISMATCH;
            case PIXELS -> ErrorCode.PIXEL_MISMATCH;
        };
    }

    private static LongAdder adder(Map<Proof, LongAdder> adders, Proof proof) {
        LongAdder adder = adders.get(proof);
        if (adder == null) {
            throw new AssertionError("no adder for " + proof);
        }
        return adder;
    }
}

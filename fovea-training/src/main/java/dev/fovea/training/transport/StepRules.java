package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * What every transport demands of a step: the next one, and as many items for each rank as were announced. Ranks that got unequal
 * numbers would wait for each other in a collective for ever.
 */
public final class StepRules {

    private final long step;
    private final int announced;
    private final int[] added;

    private StepRules(long step, int announced, int ranks) {
        this.step = step;
        this.announced = announced;
        this.added = new int[ranks];
    }

    /**
     * Checks that a step may be begun.
     *
     * @param committed the last step that was committed, if any
     */
    public static StepRules begin(OptionalLong committed, long step, int itemsPerRank, int ranks) {
        if (committed.isPresent() ? step != committed.getAsLong() + 1 : step < 1) {
            throw refused(
                    "step " + step + " cannot follow "
                            + (committed.isPresent() ? "step " + committed.getAsLong() : "nothing"),
                    committed.isPresent()
                            ? "write step " + (committed.getAsLong() + 1) + ", or into another place"
                            : "begin at 1");
        }
        if (itemsPerRank < 1) {
            throw refused(
                    "step " + step + " is announced with " + itemsPerRank + " items a rank", "send no empty step");
        }
        return new StepRules(step, itemsPerRank, ranks);
    }

    /** Checks that one more item may go to a rank, and counts it; the answer is its sequence number, from 0. */
    public int add(int rank) {
        if (rank < 0 || rank >= added.length) {
            throw refused("step " + step + " has no rank " + rank, "give one from 0 to " + (added.length - 1));
        }
        if (added[rank] == announced) {
            throw refused(
                    "rank " + rank + " of step " + step + " gets more than its " + announced + " items",
                    "announce as many as there are");
        }
        return added[rank]++;
    }

    /** Checks that every rank got what was announced. */
    public void commit() {
        for (int rank = 0; rank < added.length; rank++) {
            if (added[rank] != announced) {
                throw refused(
                        "rank " + rank + " of step " + step + " got " + added[rank] + " of " + announced + " items ("
                                + Arrays.stream(added).sum() + " over all ranks)",
                        "give every rank as many as were announced");
            }
        }
    }

    public long step() {
        return step;
    }

    /** How many items were announced for each rank. */
    public int itemsPerRank() {
        return announced;
    }

    private static RequestException refused(String what, String remedy) {
        return new RequestException(ErrorCode.STEP_REFUSED, what, remedy);
    }
}

package dev.fovea.training.transport;

import java.util.OptionalLong;

/**
 * Writes steps, one behind the other. There is one sender for a destination; a second is refused, or replaces the first, which
 * is then refused.
 *
 * @param <T> a packed row, or a sample
 */
public interface StepSender<T> extends AutoCloseable {

    /**
     * The last step that was committed, also by an earlier process where the transport keeps it; empty before the first. What was
     * begun and not committed by a process that died is gone, and is written again.
     */
    OptionalLong committed();

    /**
     * Begins a step. Nothing of it is visible to a reader before it is committed.
     *
     * @param step one more than {@link #committed()}; the very first may be any from 1
     * @param itemsPerRank how many items each rank will get, the same for all, at least 1
     * @throws dev.fovea.contract.error.RequestException with {@code step_refused} for another step or count
     */
    OutgoingStep<T> begin(long step, int itemsPerRank);

    /** Gives up the step that is open, if one is, and lets go of the destination. */
    @Override
    void close();
}

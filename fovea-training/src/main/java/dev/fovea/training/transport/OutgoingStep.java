package dev.fovea.training.transport;

/**
 * A step while it is written: ranks in any order, the items of a rank in theirs. Not thread safe.
 *
 * @param <T> a packed row, or a sample
 */
public interface OutgoingStep<T> extends AutoCloseable {

    /**
     * Appends an item; it need not be kept afterwards.
     *
     * @param rank from 0; samples all go to 0
     * @throws dev.fovea.contract.error.RequestException with {@code step_refused} beyond the announced number
     */
    void add(int rank, T item);

    /**
     * Makes the step visible to all ranks. When this returns, the step is where the transport keeps it.
     *
     * @throws dev.fovea.contract.error.RequestException with {@code step_refused} if a rank got fewer items than announced; then
     *     nothing is visible
     */
    void commit();

    /** Gives up a step that was not committed; else does nothing. */
    @Override
    void close();
}

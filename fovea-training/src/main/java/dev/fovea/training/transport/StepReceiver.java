package dev.fovea.training.transport;

import java.time.Duration;
import java.util.Optional;

/**
 * Reads steps in their order, each until it is released.
 *
 * @param <T> a packed row, or a sample
 */
public interface StepReceiver<T> extends AutoCloseable {

    /**
     * The next step, if it is there or comes in time. Until a step is released, the same one is given again, also to the process
     * that follows one that was killed.
     *
     * @param patience how long to wait; zero looks once. An interrupt ends the wait early and stays set
     * @throws IllegalStateException if the step before is still open
     * @throws dev.fovea.contract.error.FoveaException where the step is torn or malformed after a bounded number of looks, or
     *     will never come
     */
    Optional<IncomingStep<T>> poll(Duration patience);

    @Override
    void close();
}

package dev.fovea.training;

import dev.fovea.contract.MicroBatch;
import java.util.List;

/** Carries packed rows from where they are packed to the ranks that train them. */
public interface MicroBatchTransport {

    /**
     * Publishes the rows of one step for one rank; readers see all of them or none.
     *
     * @param step from 1
     * @param rank data-parallel rank, from 0
     */
    void send(long step, int rank, List<MicroBatch> rows);

    /** The rows of one step for one rank, as they were sent. */
    List<MicroBatch> receive(long step, int rank);

    /** Tells that a rank has trained a step, so that its rows need not be kept. */
    void release(long step, int rank);
}

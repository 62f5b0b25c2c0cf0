package dev.fovea.training.feed;

import dev.fovea.contract.MicroBatch;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;

/** Where one rank's packed rows come from: steps in their order, the same one again until it is released. One thread at a time. */
public interface RowSteps extends AutoCloseable {

    /** A step that is there as a whole. */
    interface RowStep extends AutoCloseable {

        long step();

        /** How many rows the rank has. */
        int size();

        /** The rows from the first on; only the newest iterator may be used. */
        Iterator<MicroBatch> iterator();

        /** The step was trained, or is kept elsewhere: it is never given again. */
        void release();

        @Override
        void close();
    }

    /** The next step, if it is there or comes in time; the one before must be closed. */
    Optional<RowStep> poll(Duration patience);

    @Override
    void close();
}

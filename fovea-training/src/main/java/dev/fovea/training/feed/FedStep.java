package dev.fovea.training.feed;

import dev.fovea.contract.MicroBatch;
import dev.fovea.training.transport.IncomingStep;
import java.util.function.Function;

/** An open step, whose batches are made ahead of whoever takes them. One taker at a time. */
public final class FedStep implements AutoCloseable {

    private final IncomingStep<MicroBatch> rows;
    private final Function<IncomingStep<MicroBatch>, Prefetch> prefetch;
    private Prefetch running;
    private boolean taken;

    FedStep(IncomingStep<MicroBatch> rows, Function<IncomingStep<MicroBatch>, Prefetch> prefetch) {
        this.rows = rows;
        this.prefetch = prefetch;
        this.running = prefetch.apply(rows);
    }

    /** From 1. */
    public long step() {
        return rows.step();
    }

    /** How many micro-batches it has. */
    public int size() {
        return rows.size();
    }

    /** All batches from the first on; what an earlier taker left is dropped. */
    public synchronized Prefetch batches() {
        if (taken) {
            running.close();
            running = prefetch.apply(rows);
        }
        taken = true;
        return running;
    }

    /** SHA-256 of all rows, read once more; no batches may be in use. */
    synchronized String rowsSha256() {
        running.close();
        RowDigest digest = new RowDigest();
        rows.iterator().forEachRemaining(row -> digest.add(RowDigest.of(row)));
        return digest.hex();
    }

    /** Says that the step is trained or kept elsewhere, and closes it. */
    public synchronized void release() {
        running.close();
        rows.release();
        rows.close();
    }

    /** Stops making batches; the step comes again. */
    @Override
    public synchronized void close() {
        running.close();
        rows.close();
    }
}

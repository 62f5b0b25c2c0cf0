package dev.fovea.training.feed;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.error.FoveaException;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;

/**
 * Makes the batches of one step ahead of whoever takes them, in order, on a thread of its own, as far as the budget of pixels goes.
 * One taker.
 */
public final class Prefetch implements AutoCloseable {

    /** Rows without pixels cost the budget nothing and are bounded by this; 64 rows of 8,192 tokens take 30 MB. */
    private static final int MAX_BATCHES_AHEAD = 64;

    private final BlockingQueue<Item> made = new ArrayBlockingQueue<>(MAX_BATCHES_AHEAD);
    private final BatchMaker maker;
    private final PixelBudget budget;
    private final Thread thread;
    private volatile boolean closed;

    private sealed interface Item {

        record Batch(TensorBatch batch) implements Item {}

        record Failure(Throwable failure) implements Item {}

        record End() implements Item {}
    }

    private Prefetch(BatchMaker maker, PixelBudget budget, long step, int rank, int count, Iterator<MicroBatch> rows) {
        this.maker = maker;
        this.budget = budget;
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("prefetch of step " + step)
                .unstarted(() -> run(step, rank, count, rows));
    }

    /**
     * Begins to make a step.
     *
     * @param count of the rows that the iterator gives
     * @param rows read by one thread, one row at a time
     */
    public static Prefetch start(
            BatchMaker maker, PixelBudget budget, long step, int rank, int count, Iterator<MicroBatch> rows) {
        Prefetch prefetch = new Prefetch(maker, budget, step, rank, count, rows);
        prefetch.thread.start();
        return prefetch;
    }

    /**
     * The next batch, which the taker closes; empty behind the last one.
     *
     * @throws dev.fovea.contract.error.FoveaException where a row is not what was sampled; none follows it
     */
    public Optional<TensorBatch> next() throws InterruptedException {
        return switch (made.take()) {
            case Item.Batch(TensorBatch batch) -> Optional.of(batch);
            case Item.End end -> {
                made.put(end);
                yield Optional.empty();
            }
            case Item.Failure failure -> {
                made.put(failure);
                throw thrown(failure.failure());
            }
        };
    }

    private static RuntimeException thrown(Throwable failure) {
        return switch (failure) {
            case RuntimeException known -> known;
            case Error fault -> throw fault;
            default -> new IllegalStateException(failure);
        };
    }

    private void run(long step, int rank, int count, Iterator<MicroBatch> rows) {
        try {
            for (int index = 0; index < count && !closed; index++) {
                put(made(rows.next(), new BatchPlace(step, rank, index, count)));
            }
            made.put(new Item.End());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed: nobody takes any more
        } catch (Throwable e) {
            tell(e);
        }
    }

    private TensorBatch made(MicroBatch row, BatchPlace place) throws InterruptedException {
        try {
            return maker.make(row, place, budget);
        } catch (FoveaException e) {
            throw e.in("step " + place.step() + ", rank " + place.rank() + ", row " + place.index());
        }
    }

    private void put(TensorBatch batch) throws InterruptedException {
        try {
            made.put(new Item.Batch(batch));
        } catch (InterruptedException e) {
            batch.close();
            throw e;
        }
    }

    private void tell(Throwable failure) {
        try {
            made.put(new Item.Failure(failure));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops making and closes what nobody took; whoever still takes gets a {@link CancellationException}. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        for (Item item = made.poll(); item != null; item = made.poll()) {
            if (item instanceof Item.Batch(TensorBatch batch)) {
                batch.close();
            }
        }
        made.add(new Item.Failure(new CancellationException("the step was closed while its batches were taken")));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

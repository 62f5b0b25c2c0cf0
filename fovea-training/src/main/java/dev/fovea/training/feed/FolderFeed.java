package dev.fovea.training.feed;

import java.time.Duration;
import java.util.Optional;

/**
 * Writes a rank's steps into a folder, some steps ahead of the trainer. A step is released where it came from once all its files
 * are on the disk; steps that stand complete are not written again.
 */
public final class FolderFeed {

    /** How long to sleep between two looks at what the trainer released. */
    private static final Duration LOOK = Duration.ofMillis(100);

    private final RankFeed feed;
    private final StepFolder folder;
    private final FolderRetention retention;
    private final FeedListener listener;
    private long passed;

    public FolderFeed(RankFeed feed, StepFolder folder, FolderRetention retention, FeedListener listener) {
        this.listener = listener;
        this.feed = feed;
        this.folder = folder;
        this.retention = retention;
    }

    /**
     * Writes the next step when it comes and when there is room for it.
     *
     * @return false where none came in time
     * @throws dev.fovea.contract.error.FoveaException where a row is not what was sampled, the disk refuses, or the folder holds a
     *     step of this number that was made of other rows
     */
    public boolean next(Duration patience) throws InterruptedException {
        folder.removeReleased(passed, retention.keptSteps());
        if (folder.waiting().size() >= retention.stepsAhead()) {
            Thread.sleep(LOOK);
            return false;
        }
        FedStep step = feed.poll(patience).orElse(null);
        if (step == null) {
            return false;
        }
        try (step) {
            pass(step.step() - 1);
            if (folder.isComplete(step.step())) {
                folder.requireMadeOf(step.step(), step.rowsSha256());
            } else {
                write(step);
            }
            step.release();
        }
        pass(step.step());
        return true;
    }

    /**
     * The transport will not bring these steps again. A released one that it may still bring must stay: it would be written, and
     * trained, a second time.
     */
    private void pass(long step) {
        passed = step;
        folder.removeReleased(passed, retention.keptSteps());
    }

    private void write(FedStep step) throws InterruptedException {
        folder.begin(step.step());
        StepMetrics metrics = StepMetrics.NONE;
        RowDigest rows = new RowDigest();
        Prefetch batches = step.batches();
        for (Optional<TensorBatch> next = batches.next(); next.isPresent(); next = batches.next()) {
            try (TensorBatch batch = next.get()) {
                folder.write(batch);
                rows.add(batch.rowSha256());
                metrics = metrics.plus(batch.metadata().metrics());
                listener.sent(batch.metadata(), metrics);
            }
        }
        folder.complete(step.step(), metrics, rows.hex());
        listener.released(step.step(), metrics);
    }
}

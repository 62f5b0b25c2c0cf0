package dev.fovea.cli.feed;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C: whoever works is interrupted, finishes its clean-up, and then the process ends. */
final class FeedInterruption implements AutoCloseable {

    /** Longer than the write of any one file takes to notice. */
    private static final long PATIENCE_SECONDS = 10;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread worker = Thread.currentThread();
    private final Thread hook = new Thread(this::interrupt, "feed interruption");
    private volatile boolean asked;

    private FeedInterruption() {}

    /** Guards what the calling thread does until this is closed. */
    static FeedInterruption guard() {
        FeedInterruption guard = new FeedInterruption();
        Runtime.getRuntime().addShutdownHook(guard.hook);
        return guard;
    }

    private void interrupt() {
        asked = true;
        worker.interrupt();
        try {
            boolean unused = ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the process was asked to end. */
    boolean asked() {
        return asked;
    }

    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            asked = true; // the hook runs already, and was just told that the work is done
        }
    }
}

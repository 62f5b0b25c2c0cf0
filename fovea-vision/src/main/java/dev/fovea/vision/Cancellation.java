package dev.fovea.vision;

import java.util.concurrent.CancellationException;

/** How work ends early: its thread is interrupted, and it looks between its steps. */
final class Cancellation {

    private Cancellation() {}

    /** Between two steps. The interruption stays visible to whoever owns the thread. */
    static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw cancelled();
        }
    }

    /** What an interrupted wait becomes. */
    static CancellationException of(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        CancellationException cancelled = cancelled();
        cancelled.initCause(interrupted);
        return cancelled;
    }

    private static CancellationException cancelled() {
        return new CancellationException("making pixels was interrupted");
    }
}

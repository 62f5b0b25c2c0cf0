package dev.fovea.policy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Messages on their way to the engine's thread, in order.
 *
 * <p>An idle engine that starts at once with the first of 256 requests would run 256 sequences in many small batches. So it waits as
 * long as messages keep coming, but only for as many as were together last time: a lone caller is never kept waiting.
 */
final class Mailbox {

    /** A pause that ends a crowd's arrival; requests of one crowd come microseconds apart. */
    private static final long QUIET_NANOS = 500_000;

    /** The most that gathering may cost; about one decode step of a large batch. */
    private static final long GATHER_NANOS = 5_000_000;

    private final BlockingQueue<EngineMessage> queue = new LinkedBlockingQueue<>();
    private final Deque<EngineMessage> taken = new ArrayDeque<>();

    /** From any thread. */
    void post(EngineMessage message) {
        queue.add(message);
    }

    /** What has been taken and waits to be acted upon. Engine's thread only, as all below. */
    Deque<EngineMessage> taken() {
        return taken;
    }

    /** Takes what is there. */
    void take() {
        queue.drainTo(taken);
    }

    /** Waits for a message, then gathers up to {@code crowd} of them. */
    void await(int crowd) throws InterruptedException {
        taken.add(queue.take());
        queue.drainTo(taken);
        long end = System.nanoTime() + GATHER_NANOS;
        while (taken.size() < crowd && System.nanoTime() < end) {
            EngineMessage next = queue.poll(QUIET_NANOS, TimeUnit.NANOSECONDS);
            if (next == null) {
                return;
            }
            taken.add(next);
            queue.drainTo(taken);
        }
    }
}

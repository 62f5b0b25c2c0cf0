package dev.fovea.vision;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Admits work by the bytes that it needs, in order of arrival, so that many big pictures at once stay within memory. */
final class ByteAdmission {

    private static final int UNIT_BYTES = 1 << 10;

    private final int units;
    private final Semaphore free;

    ByteAdmission(long bytes) {
        this.units = Math.clamp(bytes / UNIT_BYTES, 1, Integer.MAX_VALUE);
        this.free = new Semaphore(units, true);
    }

    /**
     * Does work that needs so many bytes; what needs more than there are at all gets them all, and works alone.
     *
     * @throws java.util.concurrent.CancellationException where the thread is interrupted while it waits
     */
    <T> T admit(long bytes, Supplier<T> work) {
        int needed = Math.clamp((bytes + UNIT_BYTES - 1) / UNIT_BYTES, 1, units);
        try {
            free.acquire(needed);
        } catch (InterruptedException e) {
            throw Cancellation.of(e);
        }
        try {
            return work.get();
        } finally {
            free.release(needed);
        }
    }

    /** Bytes that are given out now. */
    long admittedBytes() {
        return (long) UNIT_BYTES * (units - free.availablePermits());
    }

    /** How many wait now. */
    int waiting() {
        return free.getQueueLength();
    }
}

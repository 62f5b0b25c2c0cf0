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

    /** Does work that needs so many bytes; what needs more than there are at all gets them all, and works alone. */
    <T> T admit(long bytes, Supplier<T> work) {
        int needed = Math.clamp((bytes + UNIT_BYTES - 1) / UNIT_BYTES, 1, units);
        free.acquireUninterruptibly(needed);
        try {
            return work.get();
        } finally {
            free.release(needed);
        }
    }
}

package dev.fovea.training.feed;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Bytes that pixel tensors may take at once, made and not yet given back. Thread safe. */
public final class PixelBudget {

    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition freed = lock.newCondition();
    private final long bytes;
    private long resident;
    private long peak;

    /** @param bytes at least 0; with 0 there is never more than one tensor */
    public PixelBudget(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a budget of " + bytes + " bytes");
        }
        this.bytes = bytes;
    }

    /** Waits until a tensor fits. One that is larger than the whole budget is let in when nothing else is there. */
    void take(long wanted) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (wanted > 0 && resident > 0 && resident + wanted > bytes) {
                freed.await();
            }
            resident += wanted;
            peak = Math.max(peak, resident);
        } finally {
            lock.unlock();
        }
    }

    void giveBack(long given) {
        lock.lock();
        try {
            resident -= given;
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything was given back; false where that takes longer. Whoever sends gives back when the socket is done. */
    public boolean awaitEmpty(Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (resident > 0 && left > 0) {
                left = freed.awaitNanos(left);
            }
            return resident == 0;
        } finally {
            lock.unlock();
        }
    }

    /** The most bytes that were there at once, until now. */
    public long peakBytes() {
        lock.lock();
        try {
            return peak;
        } finally {
            lock.unlock();
        }
    }

    /** Bytes that are there now. */
    public long residentBytes() {
        lock.lock();
        try {
            return resident;
        } finally {
            lock.unlock();
        }
    }
}

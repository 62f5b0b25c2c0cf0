package dev.fovea.gateway;

import dev.fovea.contract.WeightVersion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The weights that were loaded last, for those who wait for newer ones. Thread safe. */
final class PublishedWeights {

    /** One loading. */
    record Loaded(WeightVersion version, Path checkpoint) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable Loaded newest;

    /** Tells that new requests are answered by these weights. */
    void put(Loaded loaded) {
        lock.lock();
        try {
            newest = loaded;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The newest weights, once they are of another step than {@code than}; empty where that takes too long. */
    Optional<Loaded> otherThan(long than, Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (newest == null || newest.version().step() == than) {
                if (left <= 0) {
                    return Optional.empty();
                }
                left = changed.awaitNanos(left);
            }
            return Optional.of(newest);
        } finally {
            lock.unlock();
        }
    }
}

package dev.fovea.vision;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.fovea.contract.ImageHash;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finished patches, bounded in bytes, each made once however many ask at the same time. Failures are told to all who waited and
 * are not kept.
 */
final class PatchCache {

    private final Cache<Key, PixelPatches> finished;
    private final Map<Key, PatchFlight> flights = new ConcurrentHashMap<>();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder evictions = new LongAdder();

    /** The file's full hash and all that decides a pixel: two images can never meet here. */
    record Key(ImageHash hash, String processorFingerprint) {}

    PatchCache(long maxBytes) {
        this.finished = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((Key key, PixelPatches patches) -> patches.data().remaining())
                .evictionListener((@Nullable Key key, @Nullable PixelPatches patches, RemovalCause cause) ->
                        evictions.increment())
                .executor(Runnable::run)
                .build();
    }

    /**
     * The patches of a key, made where they are not there.
     *
     * @throws java.util.concurrent.CancellationException where the caller is interrupted; others who wait get theirs
     */
    PixelPatches get(Key key, Supplier<PixelPatches> make) {
        while (true) {
            PixelPatches there = present(key);
            if (there != null) {
                return there;
            }
            PatchFlight mine = flight(key, make);
            if (flights.putIfAbsent(key, mine) == null) {
                return first(key, mine);
            }
        }
    }

    /** What is finished, or becomes so while the caller waits; null where nobody makes it. */
    @Nullable PixelPatches present(Key key) {
        PixelPatches there = finished.getIfPresent(key);
        if (there != null) {
            hits.increment();
            return there;
        }
        PatchFlight flight = flights.get(key);
        if (flight == null || !flight.board()) {
            return null;
        }
        hits.increment();
        return flight.await();
    }

    /** Counts pixels that were made past this cache. */
    void countMiss() {
        misses.increment();
    }

    long hits() {
        return hits.sum();
    }

    long misses() {
        return misses.sum();
    }

    long evictions() {
        return evictions.sum();
    }

    private PatchFlight flight(Key key, Supplier<PixelPatches> make) {
        return new PatchFlight(
                () -> {
                    PixelPatches made = make.get();
                    finished.put(key, made);
                    return made;
                },
                ended -> flights.remove(key, ended));
    }

    /** Somebody may have finished between the look and the flight. */
    private PixelPatches first(Key key, PatchFlight mine) {
        PixelPatches there = finished.getIfPresent(key);
        if (there == null) {
            misses.increment();
            mine.start();
        } else {
            hits.increment();
            mine.land(there);
        }
        return mine.await();
    }
}

package dev.fovea.vision;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.FoveaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Finished patches, bounded in bytes, each made once however many ask at the same time. Failures are told to all who waited and
 * are not kept.
 */
final class PatchCache {

    private final AsyncCache<Key, PixelPatches> cache;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder madeBytes = new LongAdder();

    /** The file's full hash and all that decides a pixel: two images can never meet here. */
    record Key(ImageHash hash, String processorFingerprint) {}

    PatchCache(long maxBytes) {
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((Key key, PixelPatches patches) -> patches.data().remaining())
                .executor(Runnable::run)
                .buildAsync();
    }

    PixelPatches get(Key key, Supplier<PixelPatches> make) {
        CompletableFuture<PixelPatches> mine = new CompletableFuture<>();
        CompletableFuture<PixelPatches> earlier = cache.asMap().putIfAbsent(key, mine);
        if (earlier != null) {
            hits.increment();
            return joined(earlier);
        }
        misses.increment();
        return made(mine, make);
    }

    MaterializerCounters counters() {
        return new MaterializerCounters(hits.sum(), misses.sum(), madeBytes.sum());
    }

    private PixelPatches made(CompletableFuture<PixelPatches> mine, Supplier<PixelPatches> make) {
        try {
            PixelPatches patches = make.get();
            madeBytes.add(patches.data().remaining());
            mine.complete(patches);
            return patches;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        }
    }

    private static PixelPatches joined(CompletableFuture<PixelPatches> earlier) {
        try {
            return earlier.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof FoveaException known) {
                throw known;
            }
            throw e;
        }
    }
}

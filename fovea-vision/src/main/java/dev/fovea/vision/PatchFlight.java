package dev.fovea.vision;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One making of patches, for all who ask for them meanwhile. It runs on a thread of its own, so that whoever is interrupted can
 * leave alone; when the last one leaves, the work is interrupted.
 */
final class PatchFlight {

    private final CompletableFuture<PixelPatches> result = new CompletableFuture<>();
    private final Thread thread;
    private final Consumer<PatchFlight> ended;
    private int passengers = 1;

    /** A flight with its first passenger; {@code ended} hears that nobody can board any more, before the others hear how it went. */
    PatchFlight(Supplier<PixelPatches> work, Consumer<PatchFlight> ended) {
        this.ended = ended;
        this.thread = Thread.ofVirtual().name("pixels").unstarted(() -> fly(work));
    }

    void start() {
        thread.start();
    }

    /** Instead of starting, where somebody else made the patches a moment before. */
    void land(PixelPatches patches) {
        ended.accept(this);
        result.complete(patches);
    }

    /** Takes one more passenger; not where everybody has left already. */
    synchronized boolean board() {
        if (passengers == 0) {
            return false;
        }
        passengers++;
        return true;
    }

    /** What the flight brings: patches, or its failure to all. */
    PixelPatches await() {
        try {
            return result.get();
        } catch (InterruptedException e) {
            leave();
            throw Cancellation.of(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("making pixels failed", e.getCause());
        }
    }

    private synchronized void leave() {
        passengers--;
        if (passengers == 0) {
            ended.accept(this);
            thread.interrupt();
        }
    }

    private void fly(Supplier<PixelPatches> work) {
        try {
            PixelPatches patches = work.get();
            ended.accept(this);
            result.complete(patches);
        } catch (Throwable failure) {
            ended.accept(this);
            result.completeExceptionally(failure);
        }
    }
}

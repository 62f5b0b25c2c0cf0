package dev.fovea.training.feed;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory of one pixel tensor, off the heap, where files and sockets take it without a copy. */
final class PixelBlock implements AutoCloseable {

    /** What vector loads and Arrow like best. */
    private static final long ALIGNMENT = 64;

    private final PixelBudget budget;
    private final Arena arena;
    private final MemorySegment bytes;
    private boolean closed;

    private PixelBlock(PixelBudget budget, Arena arena, MemorySegment bytes) {
        this.budget = budget;
        this.arena = arena;
        this.bytes = bytes;
    }

    /** Zeros, as soon as the budget allows. */
    static PixelBlock allocate(long size, PixelBudget budget) throws InterruptedException {
        budget.take(size);
        Arena arena = Arena.ofShared();
        try {
            return new PixelBlock(budget, arena, arena.allocate(size, ALIGNMENT));
        } catch (OutOfMemoryError | RuntimeException e) {
            arena.close();
            budget.giveBack(size);
            throw e;
        }
    }

    MemorySegment bytes() {
        return bytes;
    }

    /** Gives the memory and its share of the budget back, once. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            arena.close();
            budget.giveBack(bytes.byteSize());
        }
    }
}

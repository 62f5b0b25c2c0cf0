package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;

/** A step in a mapped file: one item at a time is on the heap. */
final class FileIncomingStep<T> implements IncomingStep<T> {

    /** Told at the end whether the step was trained. */
    interface Ended<T> {
        void accept(FileIncomingStep<T> step, boolean trained);
    }

    private final Path source;
    private final long step;
    private final Arena arena;
    private final MappedItems<T> items;
    private final Ended<T> ended;
    private boolean over;

    private FileIncomingStep(Path source, long step, Arena arena, MappedItems<T> items, Ended<T> ended) {
        this.source = source;
        this.step = step;
        this.arena = arena;
        this.items = items;
        this.ended = ended;
    }

    /**
     * Maps a file and walks over it.
     *
     * @throws RequestException if it is torn or something else
     */
    static <T> FileIncomingStep<T> open(Path source, long step, StepFormat<T> format, Ended<T> ended) {
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(source, StandardOpenOption.READ)) {
            MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return new FileIncomingStep<>(source, step, arena, MappedItems.of(bytes, step, format), ended);
        } catch (IOException e) {
            arena.close();
            throw StepFolders.failed("read", source, e);
        } catch (RequestException e) {
            arena.close();
            throw e;
        }
    }

    @Override
    public long step() {
        return step;
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public Iterator<T> iterator() {
        if (over) {
            throw new IllegalStateException("step " + step + " is over");
        }
        Iterator<T> decoded = items.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return decoded.hasNext();
            }

            @Override
            public T next() {
                try {
                    return decoded.next();
                } catch (RequestException e) {
                    throw new RequestException(ErrorCode.INVALID_WIRE_DATA, source + ", " + e.what(), e.remedy(), e);
                }
            }
        };
    }

    @Override
    public void release() {
        end(true);
    }

    @Override
    public void close() {
        end(false);
    }

    private void end(boolean trained) {
        if (!over) {
            over = true;
            arena.close();
            ended.accept(this, trained);
        }
    }
}

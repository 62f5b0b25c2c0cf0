package dev.fovea.training.transport;

import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The items of a step in memory that holds it whole, each decoded when it is asked for.
 *
 * @param <T> a packed row, or a sample
 */
record MappedItems<T>(MemorySegment bytes, StepIndex index, StepFormat<T> format) implements Iterable<T> {

    /**
     * Walks over the bytes.
     *
     * @throws dev.fovea.contract.error.RequestException where they are not a whole step
     */
    static <T> MappedItems<T> of(MemorySegment bytes, long step, StepFormat<T> format) {
        return new MappedItems<>(bytes, format.index(bytes, step), format);
    }

    int size() {
        return index.items();
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("all " + size() + " items were read");
                }
                return index.item(next++, bytes, format.codec());
            }
        };
    }
}

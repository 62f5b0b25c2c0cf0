package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
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
     * @throws RequestException where they are not a whole step of at least one item
     */
    static <T> MappedItems<T> of(MemorySegment bytes, long step, StepFormat<T> format) {
        StepIndex index = format.index(bytes, step);
        if (index.items() == 0) {
            throw new RequestException(
                    ErrorCode.INVALID_WIRE_DATA, "step " + step + " holds no item", "send no empty step");
        }
        return new MappedItems<>(bytes, index, format);
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

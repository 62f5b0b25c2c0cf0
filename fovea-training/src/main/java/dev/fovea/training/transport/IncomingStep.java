package dev.fovea.training.transport;

import java.util.Iterator;

/**
 * A step while it is read. Its structure was checked before it was given out, so that it is whole; an item is decoded when it is
 * asked for, and refused then with its place if it is not what it should be.
 *
 * <p>Each iterator begins at the first item; only the newest may be used. Not thread safe.
 *
 * @param <T> a packed row, or a sample
 */
public interface IncomingStep<T> extends Iterable<T>, AutoCloseable {

    long step();

    /** How many items this rank has in this step. */
    int size();

    @Override
    Iterator<T> iterator();

    /** Tells that the step was trained: it is never given again, and need not be kept. */
    void release();

    /** Closes the step; one that was not released is given again. */
    @Override
    void close();
}

package dev.fovea.engine.pool;

/**
 * A request to one member of a rotation.
 *
 * @param <T> members
 * @param <R> answers
 * @param <E> what may go wrong beside errors of ours
 */
@FunctionalInterface
public interface Attempt<T, R, E extends Exception> {

    /** Asks this member. */
    R with(T member) throws E, InterruptedException;
}

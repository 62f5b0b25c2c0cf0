package dev.fovea.gateway;

import dev.fovea.trace.Trace;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One open rollout: its secret, its trace, its sampling, and the memory that tells a client library's retry from a new request.
 */
final class Session {

    private final String secret;
    private final Trace trace;
    private final SamplingWishes sampling;
    private final Object claimLock = new Object();
    private Optional<Attempt> newest = Optional.empty();

    /** A request and the answer that it will have; the answer ends exceptionally where the attempt failed. */
    record Attempt(String digest, CompletableFuture<byte[]> answer) {}

    Session(String secret, Trace trace, SamplingWishes sampling) {
        this.secret = secret;
        this.trace = trace;
        this.sampling = sampling;
    }

    String secret() {
        return secret;
    }

    Trace trace() {
        return trace;
    }

    SamplingWishes sampling() {
        return sampling;
    }

    /**
     * The attempt that a retry joins; empty where the request is to be worked on as a new one.
     *
     * @param marked whether the request itself says that it is a retry: an agent may send one body twice on purpose
     */
    Optional<Attempt> joinable(String digest, boolean marked) {
        synchronized (claimLock) {
            return marked
                    ? newest.filter(attempt ->
                            attempt.digest().equals(digest) && !attempt.answer().isCompletedExceptionally())
                    : Optional.empty();
        }
    }

    /** Claims a request; the caller completes the answer in any case. */
    Attempt claim(String digest) {
        Attempt attempt = new Attempt(digest, new CompletableFuture<>());
        synchronized (claimLock) {
            newest = Optional.of(attempt);
        }
        return attempt;
    }
}

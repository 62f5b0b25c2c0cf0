package dev.fovea.gateway;

import dev.fovea.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One open rollout: its secret, its trace, its sampling, and the memory that tells a client library's retry from a new request.
 */
final class Session {

    private final String secret;
    private final Trace trace;
    private final RequestedSampling sampling;
    private final AtomicInteger turns = new AtomicInteger();
    private final Object claims = new Object();
    private final Map<String, Attempt> inFlight = new HashMap<>();
    private Optional<Attempt> served = Optional.empty();

    /** A request and the answer that it will have; the answer ends exceptionally where the attempt failed. */
    record Attempt(String digest, CompletableFuture<byte[]> answer) {}

    /** Who works on a request: whoever claimed it first. */
    sealed interface Claim {

        /** The caller does, and ends the attempt in any case. */
        record Fresh(Attempt attempt) implements Claim {}

        /** Somebody else does or did; the caller waits for the same answer. */
        record Joined(Attempt attempt) implements Claim {}
    }

    Session(String secret, Trace trace, RequestedSampling sampling) {
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

    RequestedSampling sampling() {
        return sampling;
    }

    /** Numbers the turns of this rollout from 0, also those that run at the same time. */
    int nextTurn() {
        return turns.getAndIncrement();
    }

    /**
     * Claims a request.
     *
     * @param marked whether the request itself says that it is a retry: an agent may send one body twice on purpose
     */
    Claim claim(String digest, boolean marked) {
        synchronized (claims) {
            if (marked) {
                Optional<Attempt> earlier = Optional.ofNullable(inFlight.get(digest))
                        .or(() -> served.filter(attempt -> attempt.digest().equals(digest)));
                if (earlier.isPresent()) {
                    return new Claim.Joined(earlier.get());
                }
            }
            // a fresh request with the same body makes the older answer stale
            served = served.filter(attempt -> !attempt.digest().equals(digest));
            Attempt attempt = new Attempt(digest, new CompletableFuture<>());
            inFlight.put(digest, attempt);
            return new Claim.Fresh(attempt);
        }
    }

    /** Ends an attempt whose answer is complete, one way or the other. */
    void end(Attempt attempt) {
        synchronized (claims) {
            inFlight.remove(attempt.digest(), attempt);
            if (!attempt.answer().isCompletedExceptionally()) {
                served = Optional.of(attempt);
            }
        }
    }
}

package dev.fovea.trace;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the caller of the engine knows about a call; the trace adds the node and the fork.
 *
 * @param finishReason as answered to the program
 * @param sampledVisionTokens vision tokens that the model sampled as text
 * @param bannedIds ids that could not be sampled
 * @param bridged whether the prompt was the previous turn's tokens, continued
 * @param bridgeRefusal why a bridge was refused; null where none was
 */
public record CallFacts(
        String finishReason,
        int sampledVisionTokens,
        Set<Integer> bannedIds,
        boolean bridged,
        @Nullable String bridgeRefusal,
        Instant start,
        Instant end) {

    public CallFacts {
        bannedIds = Set.copyOf(bannedIds);
    }

    /** Facts of a call that banned nothing. */
    public CallFacts(
            String finishReason,
            int sampledVisionTokens,
            boolean bridged,
            @Nullable String bridgeRefusal,
            Instant start,
            Instant end) {
        this(finishReason, sampledVisionTokens, Set.of(), bridged, bridgeRefusal, start, end);
    }
}

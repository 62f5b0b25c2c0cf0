package dev.fovea.trace;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One exchange with the engine.
 *
 * @param node id of the node that holds its answer
 * @param finishReason {@code stop} or {@code length}, or {@code tool_calls}
 * @param promptTokens expanded
 * @param completionTokens sampled
 * @param sampledVisionTokens vision tokens that the model sampled as text
 * @param bannedIds ids that could not be sampled: its log-probabilities are of the distribution without them
 * @param bridged whether the prompt was the previous turn's tokens, continued
 * @param fork why the turn did not simply follow the newest one; null where it did
 * @param bridgeRefusal why a bridge was not possible; null where it was, or where there was nothing to join
 */
public record ModelCall(
        int node,
        String finishReason,
        int promptTokens,
        int completionTokens,
        int sampledVisionTokens,
        Set<Integer> bannedIds,
        boolean bridged,
        @Nullable ForkCause fork,
        @Nullable String bridgeRefusal,
        Instant start,
        Instant end) {

    public ModelCall {
        bannedIds = Set.copyOf(bannedIds);
    }
}

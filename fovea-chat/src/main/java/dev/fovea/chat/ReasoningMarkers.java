package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The tokens by which a family's completions are taken apart.
 *
 * @param open begins reasoning
 * @param close ends reasoning
 * @param toolOpener begins a tool call, which ends reasoning that was left open
 * @param stops end a completion; the first in iteration order is the canonical one
 * @param assistantHeader what stands before a completion in a prompt
 */
public record ReasoningMarkers(int open, int close, int toolOpener, Set<Integer> stops, TokenIds assistantHeader) {

    public ReasoningMarkers {
        stops = Collections.unmodifiableSet(new LinkedHashSet<>(stops));
    }

    /** The token that closes a completion that was cut off. */
    int canonicalStop() {
        return stops.iterator().next();
    }
}

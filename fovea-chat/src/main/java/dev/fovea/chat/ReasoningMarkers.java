package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.Set;

/**
 * The tokens by which a family's completions are taken apart.
 *
 * @param open begins reasoning
 * @param close ends reasoning
 * @param toolOpener begins a tool call, which ends reasoning that was left open
 * @param stops end a completion
 * @param assistantHeader what stands before a completion in a prompt
 */
public record ReasoningMarkers(int open, int close, int toolOpener, Set<Integer> stops, TokenIds assistantHeader) {

    public ReasoningMarkers {
        stops = Set.copyOf(stops);
    }
}

package dev.fovea.trace;

import java.util.List;
import java.util.Optional;

/**
 * A prompt matched against the graph, before anything is sampled. Holds no lock and changes nothing.
 *
 * @param messages of the prompt
 * @param prefix ids of the nodes that stand for the first messages
 * @param previous the turn that the prefix ends with, where it ends with a sampled one
 */
public record PendingTurn(List<RecordedMessage> messages, List<Integer> prefix, Optional<PreviousTurn> previous) {

    public PendingTurn {
        messages = List.copyOf(messages);
        prefix = List.copyOf(prefix);
    }

    /** Index of the first message that the graph does not know here. */
    public int tailStart() {
        return prefix.size();
    }
}

package dev.fovea.trace;

import java.util.List;
import java.util.Optional;

/**
 * A prompt matched against the graph, before anything is sampled. Holds no lock and changes nothing.
 *
 * @param messages of the prompt
 * @param prefix ids of the nodes that stand for the first messages
 * @param previous the last sampled turn in the prefix. Messages behind it may be known as well, from a sibling that was sampled
 *     from the same prompt: continuing the same turn in the same way gives them the same tokens again
 */
public record PendingTurn(List<RecordedMessage> messages, List<Integer> prefix, Optional<PreviousTurn> previous) {

    public PendingTurn {
        messages = List.copyOf(messages);
        prefix = List.copyOf(prefix);
    }

    /** Index of the first message that follows the previous turn; without one, of the first that the graph does not know here. */
    public int tailStart() {
        return previous.map(PreviousTurn::messages).orElse(prefix.size());
    }
}

package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** How a family's tool calls are read out of sampled ids. Thread safe; never fails, whatever was sampled. */
public interface ToolCallReader {

    /** Whether an id begins calls, and so ends what is said before them. */
    boolean opens(int id);

    /** Whether an id ends a call, so that it can be read before all of a completion is there. */
    boolean closes(int id);

    /** Index of the first call's opener from {@code from} on, or the number of ids. */
    default int first(TokenIds said, int from) {
        int at = from;
        while (at < said.size() && !opens(said.get(at))) {
            at++;
        }
        return at;
    }

    /**
     * Every attempt from {@code from} on, in order.
     *
     * @param said a completion up to, not including, its first stop token
     * @param tools the specifications that the prompt showed
     */
    List<ParsedToolCall> parse(TokenIds said, int from, List<JsonNode> tools);
}

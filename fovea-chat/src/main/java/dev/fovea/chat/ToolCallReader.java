package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;

/** How a family's tool calls are read out of sampled ids. Thread safe; never fails, whatever was sampled. */
public interface ToolCallReader {

    /** Whether an id begins calls, and so ends what is said before them. */
    boolean opens(int id);

    /**
     * Follows one completion: given its ids one by one from the first opener on, tells where every call so far is complete, so
     * that it can be read before all of the completion is there.
     */
    IntPredicate completes();

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
     * @param from the first opener, or where calls that {@link #completes} found complete end
     * @param tools the specifications that the prompt showed
     */
    List<ParsedToolCall> parse(TokenIds said, int from, List<JsonNode> tools);

    /** Texts that calls begin with where a model spells what it has tokens for; most families read none. */
    default List<String> spelledOpeners() {
        return List.of();
    }

    /** Calls that an answer spells, asked for where it makes none with tokens. */
    default Optional<SpelledCalls> spelled(String answer) {
        return Optional.empty();
    }

    /**
     * Calls in the text of an answer.
     *
     * @param before what is said before them
     * @param calls every attempt, in order, without spans
     */
    record SpelledCalls(String before, List<ParsedToolCall> calls) {
        public SpelledCalls {
            calls = List.copyOf(calls);
        }
    }
}

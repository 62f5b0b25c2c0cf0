package dev.fovea.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What sampled ids say.
 *
 * @param content text outside reasoning and calls
 * @param reasoning null where the family has no reasoning channel or none was sampled
 * @param reasoningComplete false where the completion ends inside its reasoning
 * @param toolCalls every attempt, in order
 * @param sampledVisionTokens how many ids are vision tokens that the model sampled as text; they are never images
 */
public record ParsedCompletion(
        String content,
        @Nullable String reasoning,
        boolean reasoningComplete,
        List<ParsedToolCall> toolCalls,
        int sampledVisionTokens) {

    public ParsedCompletion {
        toolCalls = List.copyOf(toolCalls);
    }
}

package dev.fovea.chat;

import org.jspecify.annotations.Nullable;

/**
 * One attempt at a tool call.
 *
 * @param raw what was sampled between the block's two tokens, decoded and stripped
 * @param name null where none could be read
 * @param arguments JSON text where it parses, the raw text otherwise, null where there is none
 */
public record ParsedToolCall(
        String raw, @Nullable String name, @Nullable String arguments, Status status) {

    /** Whether the call can be run. */
    public enum Status {
        OK,
        INVALID_JSON,
        UNCLOSED_BLOCK,
        MISSING_NAME,
        MALFORMED_STRUCTURE
    }
}

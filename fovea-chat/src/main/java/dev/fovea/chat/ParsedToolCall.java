package dev.fovea.chat;

import org.jspecify.annotations.Nullable;

/**
 * One attempt at a tool call.
 *
 * @param raw what was sampled between the block's two tokens, decoded; without white space at the ends where the call is JSON
 * @param name null where none could be read
 * @param arguments JSON text where it parses, the raw text otherwise, null where there is none
 * @param id the call's own id, null in families whose models sample none
 * @param span its tokens in the completion, opener and closer included; null where it was found in decoded text
 */
public record ParsedToolCall(
        String raw,
        @Nullable String name,
        @Nullable String arguments,
        Status status,
        @Nullable String id,
        @Nullable Span span) {

    /** Tokens of a completion, from {@code from} up to, not including, {@code end}. */
    public record Span(int from, int end) {}

    /** The same call in a completion that has so many more tokens in front. */
    ParsedToolCall shifted(int tokens) {
        Span moved = span == null ? null : new Span(span.from + tokens, span.end + tokens);
        return new ParsedToolCall(raw, name, arguments, status, id, moved);
    }

    /** Whether the call can be run. */
    public enum Status {
        OK,
        INVALID_JSON,
        UNCLOSED_BLOCK,
        MISSING_NAME,
        MALFORMED_STRUCTURE
    }
}

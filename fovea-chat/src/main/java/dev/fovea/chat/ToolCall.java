package dev.fovea.chat;

/**
 * A call that an assistant message makes.
 *
 * @param arguments JSON text as it came; an object in well-behaved histories
 */
public record ToolCall(String id, String name, String arguments) {}

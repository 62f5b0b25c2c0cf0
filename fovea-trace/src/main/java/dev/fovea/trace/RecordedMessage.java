package dev.fovea.trace;

/**
 * A message as the trace keeps it.
 *
 * @param role as in the chat dialect: {@code system}, {@code user}, {@code assistant} or {@code tool}
 * @param json the message as JSON text, images as {@code file://} URIs
 * @param images how many images it brings
 */
public record RecordedMessage(String role, MessageKey key, String json, int images) {}

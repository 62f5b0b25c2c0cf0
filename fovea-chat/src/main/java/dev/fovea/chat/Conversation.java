package dev.fovea.chat;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What a request asks to continue.
 *
 * @param messages at least one
 * @param tools tool specifications as they were passed, envelope included
 */
public record Conversation(List<Message> messages, List<JsonNode> tools) {

    public Conversation {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }
}

package dev.fovea.chat;

import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.ToolMessage;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A message as JSON text in the chat dialect, for records: images by their URI, no payload. */
public final class MessageJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private MessageJson() {}

    public static String of(Message message) {
        ObjectNode json = NODES.objectNode();
        json.put("role", message.role());
        if (message instanceof ToolMessage tool) {
            json.put("tool_call_id", tool.toolCallId());
        }
        if (message.name() != null) {
            json.put("name", message.name());
        }
        content(json, message.content());
        if (message instanceof AssistantMessage assistant) {
            assistant(json, assistant);
        }
        return json.toString();
    }

    private static void content(ObjectNode json, List<ContentPart> content) {
        if (content.isEmpty()) {
            json.put("content", "");
        } else if (content.size() == 1 && content.getFirst() instanceof ContentPart.Text text) {
            json.put("content", text.text());
        } else {
            ArrayNode parts = json.putArray("content");
            for (ContentPart part : content) {
                switch (part) {
                    case ContentPart.Text text ->
                        parts.addObject().put("type", "text").put("text", text.text());
                    case ContentPart.Thinking thinking ->
                        parts.addObject().put("type", "thinking").put("thinking", thinking.thinking());
                    case ContentPart.Image image ->
                        parts.addObject()
                                .put("type", "image_url")
                                .putObject("image_url")
                                .put("url", image.image().item().rawImageUri());
                }
            }
        }
    }

    private static void assistant(ObjectNode json, AssistantMessage assistant) {
        if (assistant.reasoning() != null) {
            json.put("reasoning_content", assistant.reasoning());
        }
        if (assistant.toolCalls().isEmpty()) {
            return;
        }
        ArrayNode calls = json.putArray("tool_calls");
        for (ToolCall call : assistant.toolCalls()) {
            ObjectNode function = calls.addObject()
                    .put("id", call.id())
                    .put("type", "function")
                    .putObject("function");
            function.put("name", call.name()).put("arguments", call.arguments());
        }
    }
}

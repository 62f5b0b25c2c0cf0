package dev.fovea.gateway;

import dev.fovea.chat.Message;
import dev.fovea.chat.ToolCall;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A turn's answer in the chat dialect.
 *
 * @param promptTokens expanded
 * @param completionTokens sampled, the stop token included
 */
record ChatAnswer(
        String model,
        Message.AssistantMessage reply,
        String finishReason,
        int promptTokens,
        int completionTokens,
        Instant created) {

    byte[] toJson(JsonMapper json) {
        ObjectNode out = json.createObjectNode()
                .put("id", "chatcmpl-" + UUID.randomUUID())
                .put("object", "chat.completion")
                .put("created", created.getEpochSecond())
                .put("model", model);
        ObjectNode choice = out.putArray("choices").addObject().put("index", 0);
        write(choice.putObject("message"));
        choice.put("finish_reason", finishReason).putNull("logprobs");
        out.putObject("usage")
                .put("prompt_tokens", promptTokens)
                .put("completion_tokens", completionTokens)
                .put("total_tokens", promptTokens + completionTokens);
        return json.writeValueAsBytes(out);
    }

    private void write(ObjectNode message) {
        message.put("role", "assistant").putNull("refusal");
        if (reply.text().isEmpty()) {
            message.putNull("content");
        } else {
            message.put("content", reply.text());
        }
        if (reply.reasoning() != null) {
            message.put("reasoning_content", reply.reasoning());
        }
        if (reply.toolCalls().isEmpty()) {
            return;
        }
        ArrayNode calls = message.putArray("tool_calls");
        for (ToolCall call : reply.toolCalls()) {
            ObjectNode written = calls.addObject().put("id", call.id()).put("type", "function");
            written.putObject("function").put("name", call.name()).put("arguments", call.arguments());
        }
    }
}

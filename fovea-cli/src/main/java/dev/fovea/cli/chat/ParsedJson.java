package dev.fovea.cli.chat;

import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.ParsedToolCall;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A completion as an assistant's message, with what reading it found. */
final class ParsedJson {

    private static final JsonMapper JSON = JsonMapper.shared();

    private ParsedJson() {}

    static String of(ParsedCompletion parsed) {
        ObjectNode json = JSON.createObjectNode().put("role", "assistant").put("content", parsed.content());
        json.put("reasoning_content", parsed.reasoning());
        json.put("reasoning_complete", parsed.reasoningComplete());
        json.put("sampled_vision_tokens", parsed.sampledVisionTokens());
        ArrayNode calls = json.putArray("tool_calls");
        for (ParsedToolCall call : parsed.toolCalls()) {
            ObjectNode written = calls.addObject();
            written.put("status", call.status().name().toLowerCase(Locale.ROOT));
            written.put("id", call.id()).put("name", call.name()).put("arguments", call.arguments());
            written.put("raw", call.raw());
            if (call.span() != null) {
                written.putArray("token_span")
                        .add(call.span().from())
                        .add(call.span().end());
            }
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }
}

package dev.fovea.conform.chat;

import dev.fovea.chat.MessageLabel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Ours names the result of a call that came without its {@code function} envelope; the reference looks into envelopes only. */
final class FlatCalls {

    static final String REASON = "flat calls name their results";

    private FlatCalls() {}

    /** The reference's labels, with the names that it misses. */
    static List<MessageLabel> named(Row row, List<MessageLabel> labels) {
        JsonNode messages = row.json().path("messages");
        Map<String, String> flat = new HashMap<>();
        for (JsonNode message : messages) {
            for (JsonNode call : message.path("tool_calls")) {
                boolean enveloped = call.path("function").isObject();
                if (!enveloped
                        && call.path("id").isString()
                        && call.path("name").isString()) {
                    flat.put(call.path("id").asString(), call.path("name").asString());
                }
            }
        }
        List<MessageLabel> named = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            MessageLabel label = labels.get(i);
            String name = flat.get(messages.path(i).path("tool_call_id").asString(""));
            boolean missed = label.role().equals("tool") && label.toolName() == null;
            named.add(missed && name != null ? new MessageLabel("tool", name) : label);
        }
        return named;
    }
}

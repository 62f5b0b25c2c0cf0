package dev.fovea.trace;

import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A model call and a trace's header as JSON. */
final class CallJson {

    private final JsonMapper json;

    CallJson(JsonMapper json) {
        this.json = json;
    }

    ObjectNode write(ModelCall call) {
        ObjectNode out = json.createObjectNode()
                .put("node", call.node())
                .put("finish_reason", call.finishReason())
                .put("prompt_tokens", call.promptTokens())
                .put("completion_tokens", call.completionTokens())
                .put("sampled_vision_tokens", call.sampledVisionTokens())
                .put("bridged", call.bridged())
                .put("start", call.start().toString())
                .put("end", call.end().toString());
        if (!call.bannedIds().isEmpty()) {
            ArrayNode banned = out.putArray("banned_ids");
            call.bannedIds().stream().sorted().forEach(banned::add);
        }
        if (call.fork() != null) {
            out.put("fork", call.fork().name().toLowerCase(Locale.ROOT));
        }
        if (call.bridgeRefusal() != null) {
            out.put("bridge_refusal", call.bridgeRefusal());
        }
        return out;
    }

    ModelCall read(JsonNode in) {
        return new ModelCall(
                RecordFields.integer(in, "node"),
                RecordFields.text(in, "finish_reason"),
                RecordFields.integer(in, "prompt_tokens"),
                RecordFields.integer(in, "completion_tokens"),
                RecordFields.integer(in, "sampled_vision_tokens"),
                banned(in),
                RecordFields.truth(in, "bridged"),
                in.has("fork") ? RecordFields.constant(in, "fork", ForkCause.class) : null,
                in.has("bridge_refusal") ? RecordFields.text(in, "bridge_refusal") : null,
                Instant.parse(RecordFields.text(in, "start")),
                Instant.parse(RecordFields.text(in, "end")));
    }

    private static Set<Integer> banned(JsonNode in) {
        Set<Integer> ids = new HashSet<>();
        in.path("banned_ids").forEach(id -> ids.add(id.asInt()));
        return ids;
    }

    ObjectNode write(TraceHeader header) {
        return json.createObjectNode()
                .put("id", header.id())
                .put("task", header.task())
                .put("group", header.group())
                .put("environment", header.environment())
                .put("model", header.model())
                .put("temperature", header.temperature());
    }

    TraceHeader readHeader(JsonNode in) {
        return new TraceHeader(
                RecordFields.text(in, "id"),
                RecordFields.text(in, "task"),
                RecordFields.text(in, "group"),
                RecordFields.text(in, "environment"),
                RecordFields.text(in, "model"),
                RecordFields.real(in, "temperature"));
    }
}

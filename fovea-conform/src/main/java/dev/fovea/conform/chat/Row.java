package dev.fovea.conform.chat;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.TokenIds;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One record of a corpus. */
record Row(JsonNode json) {

    boolean hasTag(String tag) {
        return json.path("tags").valueStream().anyMatch(t -> t.asString().equals(tag));
    }

    boolean refused() {
        return json.path("expect").has("error");
    }

    /** What is asked for: the reference's answer, or the one that it would give if it encoded neighbouring text at once. */
    JsonNode asked() {
        return json.has("expect_joined") ? json.path("expect_joined") : json.path("expect");
    }

    /** The same record with another answer asked for. */
    Row asking(JsonNode answer) {
        ObjectNode changed = (ObjectNode) json.deepCopy();
        changed.remove("expect_joined");
        changed.set("expect", answer);
        return new Row(changed);
    }

    JsonNode config() {
        return json.path("config");
    }

    List<JsonNode> tools() {
        return json.path("tools").valueStream().toList();
    }

    /** Kimi-K2.5's switch. */
    boolean thinks() {
        return config().path("thinking").asBoolean(true);
    }

    boolean flag(String name) {
        return json.path(name).asBoolean();
    }

    /** Whether images stand in prompts with all their pads; in the other records the engine expands them, one pad each. */
    boolean expanded() {
        return flag("process_multimodal");
    }

    TokenIds ids(String name) {
        return ids(json.path(name));
    }

    ExpandedIds prompt() {
        return new ExpandedIds(ids("prompt_ids"));
    }

    static TokenIds ids(JsonNode list) {
        return TokenIds.of(list.valueStream().mapToInt(JsonNode::asInt).toArray());
    }

    /** A list of [value, count], written out. */
    static int[] runs(JsonNode runs) {
        return runs.valueStream()
                .flatMapToInt(run -> IntStream.generate(() -> run.path(0).asInt())
                        .limit(run.path(1).asInt()))
                .toArray();
    }
}

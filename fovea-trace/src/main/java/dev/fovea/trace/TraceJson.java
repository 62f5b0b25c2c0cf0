package dev.fovea.trace;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A whole trace as one JSON document: what the control API answers with, and what other processes read back. */
public final class TraceJson {

    /** Grows when a reader of the version before would misread a document. */
    private static final int VERSION = 1;

    private static final JsonMapper JSON = new JsonMapper();
    private static final NodeJson NODES = new NodeJson(JSON);
    private static final CallJson CALLS = new CallJson(JSON);

    private TraceJson() {}

    /** The document, UTF-8. */
    public static byte[] write(Trace trace) {
        return JSON.writeValueAsBytes(trace.locked(() -> document(trace)));
    }

    private static ObjectNode document(Trace trace) {
        ObjectNode out = JSON.createObjectNode().put("version", VERSION);
        out.set("rollout", CALLS.write(trace.header()));
        out.put("closed", trace.isClosed());
        ArrayNode nodes = out.putArray("nodes");
        trace.nodes().forEach(node -> nodes.add(NODES.write(node)));
        ArrayNode calls = out.putArray("calls");
        trace.calls().forEach(call -> calls.add(CALLS.write(call)));
        ObjectNode rewards = out.putObject("rewards");
        trace.rewards().forEach(rewards::put);
        ObjectNode metrics = out.putObject("metrics");
        trace.metrics().forEach(metrics::put);
        ArrayNode errors = out.putArray("errors");
        trace.errors().forEach(errors::add);
        return out;
    }

    /**
     * Reads a document back.
     *
     * @throws RequestException where it is not one
     */
    public static Trace read(byte[] document) {
        try {
            return read(JSON.readTree(document));
        } catch (JacksonException | DateTimeException | IllegalArgumentException e) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST, "a trace document is damaged", "fetch or write it again", e);
        }
    }

    private static Trace read(JsonNode in) {
        if (in.path("version").asInt(0) != VERSION) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST,
                    "a trace document has version " + in.path("version").asInt(0) + ", not " + VERSION,
                    "read it with the version that wrote it");
        }
        Trace trace = Trace.unlogged(CALLS.readHeader(RecordFields.object(in, "rollout")));
        List<MessageNode> nodes = new ArrayList<>();
        RecordFields.array(in, "nodes").forEach(node -> nodes.add(NODES.read(node)));
        List<ModelCall> calls = new ArrayList<>();
        RecordFields.array(in, "calls").forEach(call -> calls.add(CALLS.read(call)));
        trace.restore(0, nodes, calls);
        for (var reward : RecordFields.object(in, "rewards").properties()) {
            trace.reward(reward.getKey(), RecordFields.real(reward.getValue(), "rewards"));
        }
        for (var metric : RecordFields.object(in, "metrics").properties()) {
            trace.measure(metric.getKey(), RecordFields.real(metric.getValue(), "metrics"));
        }
        for (JsonNode error : RecordFields.array(in, "errors")) {
            trace.fail(RecordFields.text(error, "errors"));
        }
        if (RecordFields.truth(in, "closed")) {
            trace.close();
        }
        return trace;
    }
}

package dev.fovea.trace;

import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records on disk: one JSON line an event, appended and handed to the operating system before the event counts. When the process
 * dies, everything committed is there; at most the last line is torn, and readers skip it. One process writes a folder.
 */
public final class TraceJournal implements TraceLog, AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final NodeJson NODES = new NodeJson(JSON);
    private static final CallJson CALLS = new CallJson(JSON);

    /** When the disk itself must have an event; the operating system has it at once in any case. */
    public enum Sync {
        /** When the journal closes: a process may die at any time, a machine may not. */
        ON_CLOSE,
        /** Before the event counts: it also outlives a power cut. */
        EVERY_EVENT
    }

    private final JournalFile file;

    private TraceJournal(JournalFile file) {
        this.file = file;
    }

    /** Starts or continues the journal {@code traces.jsonl} in a folder, which is created. */
    public static TraceJournal open(Path folder) {
        return open(folder, Sync.ON_CLOSE);
    }

    /**
     * Starts or continues the journal {@code traces.jsonl} in a folder, which is created.
     *
     * @throws dev.fovea.contract.error.SetupException where another process writes there
     */
    public static TraceJournal open(Path folder, Sync sync) {
        return new TraceJournal(JournalFile.open(folder, sync));
    }

    @Override
    public void opened(TraceHeader header) {
        ObjectNode event = event("opened", header);
        event.set("rollout", CALLS.write(header));
        append(event);
    }

    @Override
    public void committed(TraceHeader header, int firstNode, List<MessageNode> nodes, List<ModelCall> calls) {
        ObjectNode event = event("committed", header).put("first_node", firstNode);
        ArrayNode written = event.putArray("nodes");
        nodes.forEach(node -> written.add(NODES.write(node)));
        ArrayNode made = event.putArray("calls");
        calls.forEach(call -> made.add(CALLS.write(call)));
        append(event);
    }

    @Override
    public void rewarded(TraceHeader header, String name, double score) {
        append(event("rewarded", header).put("name", name).put("score", score));
    }

    @Override
    public void measured(TraceHeader header, String name, double value) {
        append(event("measured", header).put("name", name).put("value", value));
    }

    @Override
    public void failed(TraceHeader header, String error) {
        append(event("failed", header).put("error", error));
    }

    @Override
    public void closed(TraceHeader header) {
        append(event("closed", header));
    }

    private static ObjectNode event(String name, TraceHeader header) {
        return JSON.createObjectNode().put("event", name).put("id", header.id());
    }

    private void append(ObjectNode event) {
        file.append(JSON.writeValueAsBytes(event));
    }

    @Override
    public void close() {
        file.close();
    }
}

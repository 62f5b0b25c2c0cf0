package dev.fovea.trace;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rebuilds traces from a journal, so that they can be looked at, trained or continued. */
public final class TraceJournalReader {

    private static final JsonMapper JSON = new JsonMapper();
    private static final NodeJson NODES = new NodeJson(JSON);
    private static final CallJson CALLS = new CallJson(JSON);

    /** Every line begins so; what follows is the event's name, then the rollout's id. */
    private static final Pattern LINE_HEAD = Pattern.compile("\\{\"event\":\"([a-z]+)\",\"id\":\"([^\"]+)\"");

    private final Map<String, Trace> traces = new LinkedHashMap<>();
    private final Set<String> opened = new HashSet<>();
    private final Predicate<TraceHeader> wanted;

    private TraceJournalReader(Predicate<TraceHeader> wanted) {
        this.wanted = wanted;
    }

    /**
     * What a journal holds.
     *
     * @param traces in the order in which they were opened
     * @param tornBytes bytes of a last line that was never finished
     */
    public record Contents(List<Trace> traces, int tornBytes) {

        public Contents {
            traces = List.copyOf(traces);
        }
    }

    /**
     * Reads {@code traces.jsonl} of a folder.
     *
     * @throws RequestException with the line's number where a whole line is damaged
     */
    public static Contents read(Path folder) {
        return read(folder, header -> true);
    }

    /** Like {@link #read(Path)}, but keeps only the traces that are wanted; the lines of others are not even parsed. */
    public static Contents read(Path folder, Predicate<TraceHeader> wanted) {
        TraceJournalReader reader = new TraceJournalReader(wanted);
        int torn = JournalLines.read(JournalFile.in(folder), reader::readLine);
        return new Contents(new ArrayList<>(reader.traces.values()), torn);
    }

    private void readLine(String line, int number) {
        Matcher head = LINE_HEAD.matcher(line);
        boolean known = head.lookingAt() && !head.group(1).equals("opened");
        if (known && opened.contains(head.group(2)) && !traces.containsKey(head.group(2))) {
            return;
        }
        try {
            apply(JSON.readTree(line));
        } catch (JacksonException | DateTimeException | IllegalArgumentException e) {
            throw damaged(number, e);
        } catch (RequestException e) {
            throw damaged(number, e);
        }
    }

    private static RequestException damaged(int number, RuntimeException cause) {
        return new RequestException(
                ErrorCode.INVALID_REQUEST,
                "line " + number + " of the journal is damaged (" + cause.getMessage() + ")",
                "restore the file, or cut it before that line",
                cause);
    }

    private void apply(JsonNode event) {
        String id = RecordFields.text(event, "id");
        if (RecordFields.text(event, "event").equals("opened")) {
            TraceHeader header = CALLS.readHeader(RecordFields.object(event, "rollout"));
            if (!id.equals(header.id()) || !opened.add(id)) {
                throw new IllegalArgumentException("rollout " + id + " is opened twice, or under two names");
            }
            if (wanted.test(header)) {
                traces.put(id, Trace.unlogged(header));
            }
            return;
        }
        Trace trace = traces.get(id);
        if (trace == null) {
            throw new IllegalArgumentException("rollout " + id + " was never opened");
        }
        switch (RecordFields.text(event, "event")) {
            case "committed" -> restore(trace, event);
            case "rewarded" -> trace.reward(RecordFields.text(event, "name"), RecordFields.real(event, "score"));
            case "measured" -> trace.measure(RecordFields.text(event, "name"), RecordFields.real(event, "value"));
            case "failed" -> trace.fail(RecordFields.text(event, "error"));
            case "closed" -> trace.close();
            default -> throw new IllegalArgumentException("unknown event");
        }
    }

    private static void restore(Trace trace, JsonNode event) {
        List<MessageNode> nodes = new ArrayList<>();
        RecordFields.array(event, "nodes").forEach(node -> nodes.add(NODES.read(node)));
        List<ModelCall> calls = new ArrayList<>();
        RecordFields.array(event, "calls").forEach(call -> calls.add(CALLS.read(call)));
        trace.restore(RecordFields.integer(event, "first_node"), nodes, calls);
    }
}

package dev.fovea.trace;

import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the records on disk hold, counted line by line, so that a run's claims can be held against its disk whatever its size.
 *
 * @param rollouts that were opened
 * @param sampledTurns committed turns
 * @param imageSlots images of all messages
 * @param emptySlots images of messages that no reference stands for; anything but 0 is a fault
 * @param tornLines lines that were never finished
 */
public record JournalAudit(long rollouts, long sampledTurns, long imageSlots, long emptySlots, long tornLines) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final JournalAudit EMPTY = new JournalAudit(0, 0, 0, 0, 0);

    /** Counts {@code traces.jsonl} of a folder. */
    public static JournalAudit of(Path folder) {
        Counter counter = new Counter();
        int torn =
                JournalLines.read(JournalFile.in(folder), (line, number) -> counter.audit = counter.audit.plus(line));
        return torn == 0 ? counter.audit : counter.audit.plusTorn();
    }

    private static final class Counter {
        private JournalAudit audit = EMPTY;
    }

    private JournalAudit plusTorn() {
        return new JournalAudit(rollouts, sampledTurns, imageSlots, emptySlots, tornLines + 1);
    }

    private JournalAudit plus(String line) {
        JsonNode event;
        try {
            event = JSON.readTree(line);
        } catch (JacksonException e) {
            return plusTorn();
        }
        boolean opened = event.path("event").asString("").equals("opened");
        long turns = 0;
        long slots = 0;
        long filled = 0;
        for (JsonNode node : event.path("nodes")) {
            boolean sampled = node.path("origin")
                    .asString("")
                    .equals(Origin.SAMPLED.name().toLowerCase(Locale.ROOT));
            turns += sampled ? 1 : 0;
            slots += node.path("message").path("images").asLong(0);
            filled += node.path("images").size();
        }
        return new JournalAudit(
                rollouts + (opened ? 1 : 0),
                sampledTurns + turns,
                imageSlots + slots,
                emptySlots + slots - filled,
                tornLines);
    }
}

package dev.fovea.trace;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
 * @param tornLines last lines that were never finished
 */
public record JournalAudit(long rollouts, long sampledTurns, long imageSlots, long emptySlots, long tornLines) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final JournalAudit EMPTY = new JournalAudit(0, 0, 0, 0, 0);

    /** Counts {@code traces.jsonl} of a folder. */
    public static JournalAudit of(Path folder) {
        Path file = folder.resolve("traces.jsonl");
        JournalAudit audit = EMPTY;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                audit = audit.plus(line);
            }
            return audit;
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, "could not read " + file + " (" + e + ")", "check the run folder", e);
        }
    }

    private JournalAudit plus(String line) {
        JsonNode event;
        try {
            event = JSON.readTree(line);
        } catch (JacksonException e) {
            return new JournalAudit(rollouts, sampledTurns, imageSlots, emptySlots, tornLines + 1);
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

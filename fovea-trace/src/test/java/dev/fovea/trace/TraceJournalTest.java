package dev.fovea.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal survives, and what it never writes. */
class TraceJournalTest {

    @TempDir
    private Path folder;

    @Test
    void aTearInsideOfACharacterLosesThatEventAlone() throws IOException {
        try (TraceJournal journal = TraceJournal.open(folder)) {
            Trace trace = Trace.open(Turns.HEADER, journal);
            trace.reward("reward", 1);
            trace.fail("世界 \ud83d\ude00 é");
        }
        Path file = folder.resolve("traces.jsonl");
        byte[] whole = Files.readAllBytes(file);
        String text = new String(whole, StandardCharsets.ISO_8859_1);
        int lastLine = text.lastIndexOf('\n', text.length() - 2) + 1;

        for (int length = lastLine; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));

            TraceJournalReader.Contents contents = TraceJournalReader.read(folder);

            assertThat(contents.tornBytes()).isEqualTo(length - lastLine);
            assertThat(contents.traces().getFirst().rewards()).containsEntry("reward", 1.0);
            assertThat(contents.traces().getFirst().errors()).isEmpty();
        }
    }

    @Test
    void aJournalThatIsOpenedAfterAnyTearGoesOnWithWholeLines() throws IOException {
        try (TraceJournal journal = TraceJournal.open(folder)) {
            Trace.open(Turns.HEADER, journal).reward("é", 1);
        }
        Path file = folder.resolve("traces.jsonl");
        byte[] whole = Files.readAllBytes(file);
        int firstLine = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;

        for (int length = firstLine; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try (TraceJournal journal = TraceJournal.open(folder)) {
                journal.rewarded(Turns.HEADER, "next", 2);
            }

            TraceJournalReader.Contents contents = TraceJournalReader.read(folder);

            assertThat(contents.tornBytes()).isZero();
            assertThat(contents.traces().getFirst().rewards()).containsEntry("next", 2.0);
            assertThat(contents.traces().getFirst().rewards().containsKey("é")).isEqualTo(length == whole.length);
        }
    }

    @Test
    void aWriterThatIsInterruptedWritesAndLeavesTheJournalOpen() {
        try (TraceJournal journal = TraceJournal.open(folder, TraceJournal.Sync.EVERY_EVENT)) {
            Trace trace = Trace.open(Turns.HEADER, journal);

            Thread.currentThread().interrupt();
            trace.reward("while interrupted", 1);
            assertThat(Thread.interrupted()).isTrue();
            trace.reward("later", 2);
        }

        assertThat(TraceJournalReader.read(folder).traces().getFirst().rewards())
                .containsOnlyKeys("while interrupted", "later");
    }

    @Test
    void aSecondWriterOfOneFolderIsRefused() {
        try (TraceJournal first = TraceJournal.open(folder)) {
            first.opened(Turns.HEADER);

            assertThatThrownBy(() -> TraceJournal.open(folder))
                    .isInstanceOfSatisfying(
                            SetupException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION));
        }
        TraceJournal.open(folder).close();
    }

    @Test
    void aScoreThatIsNoNumberIsRefusedAndNotWritten() {
        try (TraceJournal journal = TraceJournal.open(folder)) {
            Trace trace = Trace.open(Turns.HEADER, journal);

            for (double score : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
                assertThatThrownBy(() -> trace.reward("reward", score)).isInstanceOf(RequestException.class);
                assertThatThrownBy(() -> trace.measure("metric", score)).isInstanceOf(RequestException.class);
            }
        }
        assertThat(TraceJournalReader.read(folder).traces().getFirst().rewards())
                .isEmpty();
    }

    @Test
    void eventsThatDoNotFollowEachOtherAreRefusedWithTheirLine() throws IOException {
        try (TraceJournal journal = TraceJournal.open(folder)) {
            Trace trace = Trace.open(Turns.HEADER, journal);
            Turns.firstTurn(trace);
            Turns.secondTurn(trace);
        }
        Path file = folder.resolve("traces.jsonl");
        List<String> lines = Files.readAllLines(file);

        refusedAtLine(2, List.of(lines.get(0), lines.get(2)));
        refusedAtLine(2, List.of(lines.get(0), lines.get(0)));
        refusedAtLine(1, List.of(lines.get(1)));
        refusedAtLine(2, List.of(lines.get(0), "{}"));
        refusedAtLine(2, List.of(lines.get(0), lines.get(1).replace("\"offset\":4", "\"offset\":0")));
        refusedAtLine(2, List.of(lines.get(0), lines.get(1).replace("\"mask\":\"00000\"", "\"mask\":\"00020\"")));
        refusedAtLine(2, List.of(lines.get(0), lines.get(1).replace("\"mask\":\"0011\"", "\"mask\":\"1100\"")));
    }

    private void refusedAtLine(int number, List<String> lines) throws IOException {
        Files.write(folder.resolve("traces.jsonl"), lines);
        assertThatThrownBy(() -> TraceJournalReader.read(folder))
                .isInstanceOf(RequestException.class)
                .hasMessageStartingWith("line " + number + " ");
    }

    /** Random rollouts with resampling, branches, rewritten histories and images: memory, journal and document agree. */
    @Test
    void whateverHappensMemoryJournalAndDocumentAgree() {
        long seed = Long.getLong("fovea.seed", System.nanoTime());
        System.out.println("TraceJournalTest seed " + seed);
        Random random = new Random(seed);
        List<Trace> traces = new ArrayList<>();
        try (TraceJournal journal = TraceJournal.open(folder)) {
            for (int i = 0; i < 20; i++) {
                traces.add(RandomRollout.play(random, "%032x".formatted(i), journal));
            }
        }

        List<Trace> read = TraceJournalReader.read(folder).traces();

        assertThat(read).as("seed %d", seed).hasSize(traces.size());
        for (int i = 0; i < traces.size(); i++) {
            assertThat(read.get(i).nodes())
                    .as("seed %d", seed)
                    .isEqualTo(traces.get(i).nodes());
            byte[] document = TraceJson.write(traces.get(i));
            assertThat(TraceJson.write(read.get(i))).as("seed %d", seed).isEqualTo(document);
            assertThat(TraceJson.write(TraceJson.read(document)))
                    .as("seed %d", seed)
                    .isEqualTo(document);
        }
    }
}

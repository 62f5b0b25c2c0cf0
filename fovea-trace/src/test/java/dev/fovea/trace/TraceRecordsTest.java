package dev.fovea.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.WeightSpans;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceRecordsTest {

    @TempDir
    private Path folder;

    @Test
    void aTraceComesBackFromItsDocument() {
        Trace trace = whole(TraceLog.NONE);

        Trace back = TraceJson.read(TraceJson.write(trace));

        assertSame(back, trace);
        assertThat(back.isClosed()).isTrue();
    }

    @Test
    void aTraceComesBackFromTheJournalAndCanBeContinued() {
        Trace trace;
        try (TraceJournal journal = TraceJournal.open(folder)) {
            trace = Trace.open(Turns.HEADER, journal);
            Turns.firstTurn(trace);
        }

        Trace back = TraceJournalReader.read(folder).traces().getFirst();
        Turns.secondTurn(back);

        assertThat(back.branches()).hasSize(1);
        assertThat(back.nodes().subList(0, 3)).isEqualTo(trace.nodes());
    }

    @Test
    void aTurnOfSeveralVersionsOfTheWeightsKeepsTheirSpans() {
        WeightSpans spans = new WeightSpans(List.of(
                new WeightSpans.Span(new WeightVersion(4), 0, 1), new WeightSpans.Span(new WeightVersion(5), 1, 2)));
        Trace trace;
        try (TraceJournal journal = TraceJournal.open(folder)) {
            trace = Trace.open(Turns.HEADER, journal);
            Turns.firstTurn(trace, spans);
        }

        for (Trace back : List.of(
                TraceJson.read(TraceJson.write(trace)),
                TraceJournalReader.read(folder).traces().getFirst())) {
            assertThat(back.nodes().getLast().weights()).isEqualTo(spans);
            assertThat(back.oldestWeights()).contains(new WeightVersion(4));
        }
    }

    @Test
    void aRecordOfOneVersionIsTheNumberThatItWasBefore() throws IOException {
        try (TraceJournal journal = TraceJournal.open(folder)) {
            Turns.firstTurn(Trace.open(Turns.HEADER, journal));
        }

        try (Stream<Path> files = Files.walk(folder)) {
            String lines = files.filter(Files::isRegularFile)
                    .map(TraceRecordsTest::text)
                    .collect(Collectors.joining());
            assertThat(lines).contains("\"weights\":3,");
        }
        assertThat(TraceJournalReader.read(folder).traces().getFirst().oldestWeights())
                .contains(new WeightVersion(3));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everythingIsOnDiskBeforeTheJournalIsClosed() {
        TraceJournal journal = TraceJournal.open(folder);
        Trace trace = whole(journal);

        assertSame(TraceJournalReader.read(folder).traces().getFirst(), trace);
        journal.close();
    }

    @Test
    void aProcessThatDiesLosesAtMostItsLastLine() throws IOException {
        try (TraceJournal journal = TraceJournal.open(folder)) {
            Turns.firstTurn(Trace.open(Turns.HEADER, journal));
        }
        Path file = folder.resolve("traces.jsonl");
        byte[] lines = Files.readAllBytes(file);
        int secondLine = new String(lines, StandardCharsets.UTF_8).indexOf('\n') + 1;

        for (int length = secondLine; length < lines.length; length++) {
            Files.write(file, Arrays.copyOf(lines, length));
            TraceJournalReader.Contents contents = TraceJournalReader.read(folder);
            assertThat(contents.traces()).hasSize(1);
            assertThat(contents.traces().getFirst().nodes()).isEmpty();
            assertThat(contents.tornBytes()).isEqualTo(length - secondLine);
        }
    }

    @Test
    void aJournalGoesOnBehindItsLastWholeLine() throws IOException {
        Files.writeString(folder.resolve("traces.jsonl"), "{\"event\":\"ope");

        try (TraceJournal journal = TraceJournal.open(folder)) {
            whole(journal);
        }

        assertThat(TraceJournalReader.read(folder).traces()).hasSize(1);
    }

    @Test
    void aDamagedLineInTheMiddleIsRefusedWithItsNumber() throws IOException {
        try (TraceJournal journal = TraceJournal.open(folder)) {
            whole(journal);
        }
        Path file = folder.resolve("traces.jsonl");
        Files.writeString(file, Files.readString(file).replaceFirst("\"origin\":\"sampled\"", "\"origin\":\"dreamt\""));

        assertThatThrownBy(() -> TraceJournalReader.read(folder))
                .isInstanceOf(RequestException.class)
                .hasMessageContaining("line 2");
    }

    @Test
    void onlyTheWantedTracesAreKept() {
        try (TraceJournal journal = TraceJournal.open(folder)) {
            whole(journal);
        }

        assertThat(TraceJournalReader.read(folder, header -> header.group().equals("other"))
                        .traces())
                .isEmpty();
    }

    @Test
    void theAuditCountsWhatTheDiskHolds() throws IOException {
        try (TraceJournal journal = TraceJournal.open(folder)) {
            whole(journal);
        }

        assertThat(JournalAudit.of(folder)).isEqualTo(new JournalAudit(1, 2, 2, 0, 0));
        Path file = folder.resolve("traces.jsonl");
        Files.writeString(file, Files.readString(file).replace("\"images\":1", "\"images\":2") + "{\"torn");
        assertThat(JournalAudit.of(folder)).isEqualTo(new JournalAudit(1, 2, 4, 2, 1));
    }

    @Test
    void damagedDocumentsAreReadOrRefusedButNeverAnythingElse() {
        byte[] document = TraceJson.write(whole(TraceLog.NONE));
        long seed = 20_260_905;
        Random random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            byte[] damaged = document.clone();
            damaged[random.nextInt(damaged.length)] = (byte) "0{}[]\",:x-".charAt(random.nextInt(10));
            try {
                TraceJson.read(damaged);
            } catch (FoveaException refused) {
                assertThat(refused.code()).as("seed %d round %d", seed, round).isNotNull();
            }
        }
    }

    @Test
    void noImagePayloadIsInARecord() {
        String document = new String(TraceJson.write(whole(TraceLog.NONE)), StandardCharsets.UTF_8);

        assertThat(document).contains("file:///r/A.png").doesNotContain("base64");
    }

    private static Trace whole(TraceLog log) {
        Trace trace = Trace.open(Turns.HEADER, log);
        Turns.firstTurn(trace);
        Turns.secondTurn(trace);
        trace.reward("reward", 1.0);
        trace.measure("agreement", 0.5);
        trace.fail("only a test");
        trace.close();
        return trace;
    }

    private static void assertSame(Trace back, Trace trace) {
        assertThat(back.header()).isEqualTo(trace.header());
        assertThat(back.nodes()).isEqualTo(trace.nodes());
        assertThat(back.calls()).isEqualTo(trace.calls());
        assertThat(back.rewards()).isEqualTo(trace.rewards());
        assertThat(back.metrics()).isEqualTo(trace.metrics());
        assertThat(back.errors()).isEqualTo(trace.errors());
    }
}

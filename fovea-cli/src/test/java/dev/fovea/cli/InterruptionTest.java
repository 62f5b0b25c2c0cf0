package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fovea.trace.TraceJournalReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Ctrl-C while many rollouts are played: the process ends at once, and what was committed is there, whole. */
class InterruptionTest {

    /** A fifth of a second on an idle machine; a loaded one took 2.6 s. What is told apart here is an end from a wait for the step. */
    private static final Duration AT_ONCE = Duration.ofSeconds(15);

    private static final int SOME_TURNS = 40;
    private static final int INTERRUPTED = 130;
    private static final char CTRL_C = '\u0003';

    @TempDir
    private Path folder;

    private Path run;
    private Path checkpoint;

    @BeforeEach
    void writeCheckpoint() {
        run = folder.resolve("run");
        checkpoint = TinyCheckpoint.write(folder.resolve("checkpoint"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalEndsTheRunAtOnceWithWholeRecords(String signal) throws IOException, InterruptedException {
        assumeTrue(signal.equals("TERM") || !interruptsAreIgnored(), "this shell started us with SIGINT ignored");
        try (DemoProcess demo = DemoProcess.start(folder.resolve("output"), arguments())) {
            demo.await(() -> committedTurns() >= SOME_TURNS);

            long sent = System.nanoTime();
            demo.signal(signal);
            int ended = demo.exitCode();
            Duration took = Duration.ofNanos(System.nanoTime() - sent);

            System.out.println("SIG" + signal + " to exit: " + took.toMillis() + " ms");
            assertThat(took).as(demo.output()).isLessThan(AT_ONCE);
            assertThat(ended).isEqualTo(INTERRUPTED);
            assertThat(demo.output().lines().toList())
                    .last()
                    .asString()
                    .startsWith("fovea: interrupted; every committed turn is in ");
            assertThat(demo.output()).doesNotContain("\tat ").doesNotContain("unexpected");
            recordsAreWhole();
        }
    }

    @Test
    void ctrlCGivesTheTerminalBack() throws IOException, InterruptedException {
        assumeTrue(!interruptsAreIgnored(), "this shell started us with SIGINT ignored");
        assumeTrue(Stream.of("/usr/bin/script", "/bin/script").map(Path::of).anyMatch(Files::isExecutable));
        try (DemoProcess demo = DemoProcess.onTerminal(folder.resolve("output"), arguments())) {
            demo.await(() -> committedTurns() >= SOME_TURNS);

            long sent = System.nanoTime();
            demo.press(CTRL_C);
            int ended = demo.exitCode();
            Duration took = Duration.ofNanos(System.nanoTime() - sent);

            System.out.println("Ctrl-C to exit: " + took.toMillis() + " ms");
            assertThat(took).as(demo.output()).isLessThan(AT_ONCE);
            assertThat(ended).isEqualTo(INTERRUPTED);
            String shown = demo.output();
            // terminfo's cnorm of an xterm is 12;25h: blinking, and visible
            assertThat(shown).containsPattern("(?s)\u001b\\[\\?25l.*\u001b\\[\\?(12;)?25h");
            assertThat(shown).contains("fovea: interrupted").doesNotContain("\tat ");
            recordsAreWhole();
        }
    }

    private String[] arguments() {
        return new String[] {"demo", "--checkpoint", checkpoint.toString(), "--out", run.toString()};
    }

    /** Bit 1 of the mask of ignored signals is SIGINT. */
    private static boolean interruptsAreIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        String mask = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElse("SigIgn:0")
                .substring("SigIgn:".length())
                .strip();
        return (Long.parseUnsignedLong(mask, 16) & 2) != 0;
    }

    private long committedTurns() {
        Path journal = run.resolve("records/traces.jsonl");
        if (!Files.exists(journal)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(journal, StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith("{\"event\":\"committed\""))
                    .count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void recordsAreWhole() throws IOException {
        List<String> lines = Files.readAllLines(run.resolve("records/traces.jsonl"));
        JsonMapper json = new JsonMapper();
        assertThat(lines).allMatch(line -> json.readTree(line).isObject());
        TraceJournalReader.Contents contents = TraceJournalReader.read(run.resolve("records"));
        assertThat(contents.tornBytes()).isZero();
        assertThat(contents.traces().stream()
                        .mapToInt(trace -> trace.sampledTurns())
                        .sum())
                .isGreaterThanOrEqualTo(SOME_TURNS);
        String[] images = run.resolve("assets/images").toFile().list();
        assertThat(Arrays.asList(images)).allMatch(name -> name.matches("[0-9a-f]{64}\\.png|\\.[0-9a-f]{32}\\.tmp"));
    }
}

package dev.fovea.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The program as a user runs it: a process of its own, its output in a file. */
final class DemoProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

    private final Process process;
    private final Path output;

    private DemoProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static DemoProcess start(Path output, String... arguments) {
        return start(output, command(arguments));
    }

    /** The program on a terminal of its own, as far as it can tell. */
    static DemoProcess onTerminal(Path output, String... arguments) {
        return start(output, List.of("script", "-qfec", String.join(" ", command(arguments)), "/dev/null"));
    }

    private static DemoProcess start(Path output, List<String> command) {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("TERM", "xterm-256color");
            builder.environment().remove("NO_LIVE_VIEW");
            return new DemoProcess(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.fovea.cli.Main"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Looks again and again until something holds; fails where the process ends or the time is up. */
    void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new AssertionError("it did not come to that:\n" + output());
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it does not end:\n" + output());
        }
        return process.exitValue();
    }

    /** Sends a signal by its short name. */
    void signal(String name) throws IOException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .inheritIO()
                .start();
    }

    /** Presses a key on its terminal. */
    void press(char key) throws IOException {
        process.getOutputStream().write(key);
        process.getOutputStream().flush();
    }

    String output() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}

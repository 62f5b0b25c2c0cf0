package dev.fovea.training.transport;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A small JVM at one end of a transport. */
final class ChildProcess {

    /** Said after every step; the first counts. */
    static final String READY = "ready";

    private static final long PATIENCE_SECONDS = 120;
    private static final int TOLD_OF_A_LOG = 8192;

    private final Process process;
    private final Path errors;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final AtomicInteger again = new AtomicInteger();
    private volatile String lastLine = "";
    private final Thread listener;

    private ChildProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.listener = Thread.ofPlatform().daemon().start(this::listen);
    }

    static ChildProcess start(Class<?> main, Path folder, String... args) throws IOException {
        Path logging = folder.resolve("logging.properties");
        Files.writeString(logging, "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-Djava.util.logging.config.file=" + logging,
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                // Surefire hides the class path behind a jar with a manifest, and tells it in a property
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(Arrays.asList(args));
        Path errors = folder.resolve(main.getSimpleName() + ".log");
        return new ChildProcess(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    /** What a child tells its parent. */
    static void say(String line) {
        System.out.write((line + "\n").getBytes(StandardCharsets.US_ASCII), 0, line.length() + 1);
        System.out.flush();
    }

    private void listen() {
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                hear(line);
            }
        } catch (IOException e) {
            lastLine = "killed"; // the system closes the stream of a process that was killed under its reader
        } finally {
            ready.countDown();
        }
    }

    private void hear(String line) {
        if (line.equals(READY)) {
            ready.countDown();
        } else if (line.startsWith("again")) {
            again.incrementAndGet();
        }
        lastLine = line;
    }

    void awaitReady() throws InterruptedException, IOException {
        if (!ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("a child was not ready in " + PATIENCE_SECONDS + " s: " + errors());
        }
        requireAlive();
    }

    /** Lets it work for so long; it must not end by itself. */
    void work(long millis) throws InterruptedException, IOException {
        if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            requireAlive();
        }
    }

    void requireAlive() throws IOException {
        if (!process.isAlive()) {
            throw new AssertionError("a child ended by itself: " + errors());
        }
    }

    private String errors() throws IOException {
        String all = Files.readString(errors);
        return all.substring(Math.max(0, all.length() - TOLD_OF_A_LOG));
    }

    /** Kill -9; the answer is how many steps came once more to it. */
    int kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        listener.join();
        return again.get();
    }

    /** Waits for its regular end; the answer is its last line. */
    String end(long seconds) throws InterruptedException, IOException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError("a child did not end well in " + seconds + " s: " + errors());
        }
        listener.join();
        return lastLine;
    }
}

package dev.fovea.interop;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.vllm.VllmAddress;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Servers that an interop run starts by itself, and so may stop in its midst. One thread. */
public final class StartedServers implements AutoCloseable {

    private static final Duration READY = Duration.ofMinutes(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final ServerProgram program;
    private final List<String> options;
    private final Path checkpoint;
    private final Path runDir;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * Servers to be.
     *
     * @param options of each server, behind those of the program
     * @param runDir each server may read it; logs are written to it
     */
    public StartedServers(ServerProgram program, List<String> options, Path checkpoint, Path runDir) {
        this.program = program;
        this.options = List.copyOf(options);
        this.checkpoint = checkpoint;
        this.runDir = runDir;
    }

    /** Starts several and waits until all answer. */
    public List<VllmAddress> start(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            ports.add(freePort());
            processes.add(launch(ports.getLast()));
        }
        for (int i = 0; i < count; i++) {
            awaitReady(i);
        }
        return ports.stream()
                .map(port -> VllmAddress.parse("http://127.0.0.1:" + port))
                .toList();
    }

    void stop(int index) throws InterruptedException {
        Process process = processes.get(index);
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    /** The same server again, with empty caches. */
    void startAgain(int index) {
        processes.set(index, launch(ports.get(index)));
    }

    void awaitReady(int index) throws InterruptedException {
        long end = System.nanoTime() + READY.toNanos();
        while (!isReady(ports.get(index))) {
            if (processes.get(index).waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)
                    || System.nanoTime() > end) {
                throw new EngineException(
                        ErrorCode.ENGINE_UNAVAILABLE,
                        "the server at port " + ports.get(index) + " did not come up; see " + log(ports.get(index)),
                        "start it by hand: " + String.join(" ", program.command(checkpoint, ports.get(index))));
            }
        }
    }

    private boolean isReady(int port) throws InterruptedException {
        try {
            URI health = URI.create("http://127.0.0.1:" + port + "/health");
            return client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private Process launch(int port) {
        makeRunDir();
        List<String> command = new ArrayList<>(program.command(checkpoint, port));
        command.add("--allowed-local-media-path");
        command.add(runDir.toAbsolutePath().toString());
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(program.environment());
        builder.environment().put("CHECKPOINT", checkpoint.toAbsolutePath().toString());
        builder.environment().put("VLLM_SERVER_DEV_MODE", "1");
        builder.environment().putIfAbsent("OMP_NUM_THREADS", "1");
        builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log(port).toFile()));
        try {
            return builder.start();
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.ENGINE_UNAVAILABLE,
                    command.getFirst() + " cannot be run (" + e.getMessage() + ")",
                    "correct it",
                    e);
        }
    }

    /** A server refuses to start with a folder that is not there. */
    private void makeRunDir() {
        try {
            Files.createDirectories(runDir);
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    runDir + " cannot be made (" + e.getMessage() + ")",
                    "name another --run-dir",
                    e);
        }
    }

    private Path log(int port) {
        return runDir.resolve("server-" + port + ".log");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new EngineException(ErrorCode.ENGINE_UNAVAILABLE, "no port is free", "free one", e);
        }
    }

    @Override
    public void close() {
        try {
            for (int i = 0; i < processes.size(); i++) {
                stop(i);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }
}

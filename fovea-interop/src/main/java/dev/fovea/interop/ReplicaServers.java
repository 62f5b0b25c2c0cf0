package dev.fovea.interop;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.engine.vllm.VllmAddress;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Servers that an interop run starts by itself, and so may stop in its midst. One thread. */
public final class ReplicaServers implements AutoCloseable {

    private static final Duration READY = Duration.ofMinutes(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Path script;
    private final Path setup;
    private final Path checkpoint;
    private final Path runDir;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * Servers to be.
     *
     * @param script called as {@code script SETUP PORT OPTIONS...}, with {@code CHECKPOINT} in its environment; serves until it is
     *     stopped
     */
    public ReplicaServers(Path script, Path setup, Path checkpoint, Path runDir) {
        this.script = script;
        this.setup = setup;
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
                        "run " + script + " by hand");
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
        ProcessBuilder builder = new ProcessBuilder(
                script.toString(),
                setup.toString(),
                Integer.toString(port),
                "--allowed-local-media-path",
                runDir.toAbsolutePath().toString());
        builder.environment().put("CHECKPOINT", checkpoint.toAbsolutePath().toString());
        builder.environment().put("VLLM_SERVER_DEV_MODE", "1");
        builder.environment().putIfAbsent("OMP_NUM_THREADS", "1");
        builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log(port).toFile()));
        try {
            return builder.start();
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.ENGINE_UNAVAILABLE, script + " cannot be run (" + e.getMessage() + ")", "correct it", e);
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

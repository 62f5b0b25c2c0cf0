package dev.fovea.cli.engine;

import dev.fovea.conform.ConformReport;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.interop.ReplicaInterop;
import dev.fovea.interop.ReplicaServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What {@code fovea interop replicas} needs beside the other kinds. */
final class ReplicaOptions {

    private static final int STARTED = 2;

    @Option(
            names = "--serve-script",
            paramLabel = "FILE",
            description =
                    "replicas: starts two servers as FILE SETUP PORT OPTIONS..., with CHECKPOINT in its environment, and "
                            + "restarts one in mid-run.")
    private @Nullable Path script;

    @Option(names = "--setup", paramLabel = "DIR", description = "replicas: the script's first argument.")
    private @Nullable Path setup;

    ConformReport run(
            @Nullable EngineChoice engine,
            Path checkpoint,
            Path runDir,
            int conversations,
            long seed,
            Consumer<String> progress,
            CommandLine command)
            throws InterruptedException {
        if (script != null && setup != null && engine == null) {
            try (ReplicaServers servers = new ReplicaServers(script, setup, checkpoint, runDir)) {
                progress.accept("starting " + STARTED + " servers");
                return run(
                        servers.start(STARTED),
                        checkpoint,
                        runDir,
                        conversations,
                        seed,
                        Optional.of(servers),
                        progress);
            }
        }
        if (engine instanceof EngineChoice.VllmPool(List<VllmAddress> addresses)) {
            return run(addresses, checkpoint, runDir, conversations, seed, Optional.empty(), progress);
        }
        throw new CommandLine.ParameterException(
                command, "give: interop replicas --engine vllm=URL,URL, or --serve-script FILE --setup DIR");
    }

    private static ConformReport run(
            List<VllmAddress> addresses,
            Path checkpoint,
            Path runDir,
            int conversations,
            long seed,
            Optional<ReplicaServers> servers,
            Consumer<String> progress)
            throws InterruptedException {
        return new ReplicaInterop(
                        addresses, ServedModels.of(addresses.getFirst(), Optional.empty(), checkpoint), runDir)
                .run(conversations, seed, servers, progress);
    }
}

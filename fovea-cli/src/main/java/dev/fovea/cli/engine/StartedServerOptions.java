package dev.fovea.cli.engine;

import dev.fovea.interop.ServerProgram;
import dev.fovea.interop.StartedServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Servers that {@code fovea interop} starts by itself. */
final class StartedServerOptions {

    @Option(
            names = "--setup",
            paramLabel = "DIR",
            description =
                    "Instead of --engine: a folder with a vLLM in venv/bin or bin, from which servers are started for this "
                            + "run; one for vllm, two for replicas, of which one is restarted in mid-run.")
    private @Nullable Path setup;

    @Option(
            names = "--serve-script",
            paramLabel = "FILE",
            description =
                    "Starts a server instead: called as FILE SETUP PORT OPTIONS..., with CHECKPOINT in its environment.")
    private @Nullable Path script;

    @Option(
            names = "--serve-option",
            paramLabel = "OPTION",
            description =
                    "An option of the started servers, for example --serve-option=--dtype=bfloat16; may be repeated.")
    private List<String> options = List.of();

    /** Empty where no setup folder was named. */
    Optional<StartedServers> servers(Path checkpoint, Path runDir) {
        if (setup == null) {
            return Optional.empty();
        }
        ServerProgram program = script == null ? ServerProgram.in(setup) : new ServerProgram.Script(script, setup);
        return Optional.of(new StartedServers(program, options, checkpoint, runDir));
    }
}

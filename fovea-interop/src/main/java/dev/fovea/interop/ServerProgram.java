package dev.fovea.interop;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How a server is started from a setup folder. */
public sealed interface ServerProgram {

    /** The command that serves a checkpoint at a port of this machine until it is stopped. */
    List<String> command(Path checkpoint, int port);

    /** What its environment has beside ours. */
    Map<String, String> environment();

    /** A script that is called as {@code script SETUP PORT OPTIONS...}, with {@code CHECKPOINT} in its environment. */
    record Script(Path file, Path setup) implements ServerProgram {

        @Override
        public List<String> command(Path checkpoint, int port) {
            return List.of(file.toString(), setup.toString(), Integer.toString(port));
        }

        @Override
        public Map<String, String> environment() {
            return Map.of();
        }
    }

    /**
     * The vLLM of a Python environment, with float32 weights, in which comparisons are exact enough.
     *
     * @param vllm the executable
     */
    record Environment(Path vllm) implements ServerProgram {

        @Override
        public List<String> command(Path checkpoint, int port) {
            return List.of(
                    vllm.toString(),
                    "serve",
                    checkpoint.toAbsolutePath().toString(),
                    "--host",
                    "127.0.0.1",
                    "--port",
                    Integer.toString(port),
                    "--dtype",
                    "float32",
                    "--max-model-len",
                    "8192",
                    "--max-num-seqs",
                    "8",
                    "--enforce-eager",
                    "--enable-scale-out",
                    "--logprobs-mode",
                    "processed_logprobs");
        }

        /** A build for the CPU otherwise takes half of the memory for its cache, and every core for each server. */
        @Override
        public Map<String, String> environment() {
            return Map.of(
                    "PATH", vllm.resolveSibling("") + ":" + System.getenv().getOrDefault("PATH", ""),
                    "VLLM_CPU_KVCACHE_SPACE", "2",
                    "VLLM_CPU_OMP_THREADS_BIND", "nobind",
                    "VLLM_NO_USAGE_STATS", "1");
        }
    }

    /**
     * The program of a setup folder: its vLLM in {@code venv/bin} or {@code bin}.
     *
     * @throws SetupException where there is none
     */
    static ServerProgram in(Path setup) {
        List<Path> places = new ArrayList<>();
        Stream.of("venv/bin/vllm", "bin/vllm").map(setup::resolve).forEach(places::add);
        return places.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .map(vllm -> (ServerProgram) new Environment(vllm.toAbsolutePath()))
                .orElseThrow(() -> new SetupException(
                        ErrorCode.INVALID_CONFIGURATION,
                        setup + " holds no venv/bin/vllm and no bin/vllm",
                        "name the folder of a Python environment with vLLM, or give --serve-script FILE"));
    }
}

package dev.fovea.cli.bench;

import dev.fovea.bench.Microbenchmarks;
import dev.fovea.bench.VisionBench;
import dev.fovea.bench.VisionBenchSettings;
import dev.fovea.bench.VisionReport;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fovea bench vision}. */
@Command(
        name = "vision",
        description = {
            "Pictures to patches of Qwen3-VL on one thread, beside transformers with torchvision and the Rust crate "
                    + "llm-multimodal. All take turns on the same files; the fastest round of each counts.",
            "",
            "A rival that is not installed is named as missing. docs/benchmarks.md says how to install both."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class VisionBenchCommand implements Callable<Integer> {

    @Option(names = "--json", paramLabel = "FILE", description = "Writes multiples and milliseconds as JSON as well.")
    private @Nullable Path json;

    @Option(
            names = "--python",
            paramLabel = "PATH",
            description = "Interpreter with transformers and torchvision. Default: FOVEA_PEER_PYTHON, else python3.")
    private @Nullable String python;

    @Option(
            names = "--peer",
            paramLabel = "PATH",
            description = "The program around llm-multimodal. Default: FOVEA_PEER_RUST.")
    private @Nullable String peer;

    @Option(
            names = "--files",
            paramLabel = "FILE",
            split = ",",
            description = "Pictures to measure with. Default: a made-up screenshot of 1920x1080, as JPEG and as PNG.")
    private @Nullable List<Path> files;

    @Option(
            names = "--turns",
            paramLabel = "N",
            description = "How often all take turns, ten rounds each time. Default: ${DEFAULT-VALUE}.",
            defaultValue = "4")
    private int turns;

    @Option(names = "--jmh", description = "Runs the JMH benchmarks of Fovea's own steps instead.")
    private boolean microbenchmarks;

    @Override
    public Integer call() {
        if (microbenchmarks) {
            Microbenchmarks.VISION.run();
            return 0;
        }
        VisionReport report = VisionBench.run(new VisionBenchSettings(
                setting(python, "FOVEA_PEER_PYTHON", "python3"),
                setting(peer, "FOVEA_PEER_RUST", ""),
                files == null ? List.of() : files,
                Math.max(1, turns),
                VisionBenchSettings.DEFAULT_ROUNDS));
        System.out.print(report.table());
        if (json != null) {
            write(json, report.json());
        }
        return 0;
    }

    private static String setting(@Nullable String option, String variable, String otherwise) {
        if (option != null) {
            return option;
        }
        String value = System.getenv(variable);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    private static void write(Path file, String json) {
        try {
            Files.writeString(file, json);
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, file + " cannot be written", "name a file in a folder that exists", e);
        }
    }
}

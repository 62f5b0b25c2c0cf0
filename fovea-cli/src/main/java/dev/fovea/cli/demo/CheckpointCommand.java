package dev.fovea.cli.demo;

import dev.fovea.cli.engine.EngineSetup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fovea demo checkpoint}. */
@Command(
        name = "checkpoint",
        description =
                "Writes the checkpoint folder that the demonstration starts from, and nothing else. A stock vLLM serves it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class CheckpointCommand implements Callable<Integer> {

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "The folder; it must not exist yet.")
    private @Nullable Path out;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Decides the weights. Default: ${DEFAULT-VALUE}.",
            defaultValue = "0")
    private long seed;

    @Option(
            names = "--images-per-turn",
            paramLabel = "1|2",
            description = "Which texts the small tokenizer learns from. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private int imagesPerTurn;

    @Override
    public Integer call() {
        Path folder = java.util.Objects.requireNonNull(out, "picocli demands --out");
        DemoSettings checked = DemoSettings.checked(
                seed,
                0,
                imagesPerTurn,
                folder,
                null,
                false,
                java.util.Set.of(),
                EngineSetup.EMBEDDED,
                new TrainerChoice.Embedded());
        DemoCheckpoint.write(checked.out(), checked.seed(), checked.imagesPerTurn());
        System.out.println("wrote " + checked.out());
        return 0;
    }
}

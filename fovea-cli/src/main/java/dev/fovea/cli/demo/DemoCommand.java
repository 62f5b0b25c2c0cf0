package dev.fovea.cli.demo;

import dev.fovea.cli.engine.EngineOptions;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fovea demo}. */
@Command(
        name = "demo",
        description = {
            "Trains a small vision-language policy on the colour-codeword task, through every real part, on this machine's CPU.",
            "",
            "Three turns show coloured squares, each colour a letter; the last answer must be the whole codeword. A supervised "
                    + "warm-up goes only so far that a reward can be found at all; reinforcement learning does the rest."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        subcommands = CheckpointCommand.class,
        footer = {
            "",
            "The run folder holds report.json, report.html, reward.svg, the records, the images and the checkpoint."
        })
public final class DemoCommand implements Callable<Integer> {

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Decides weights, tasks and draws. Default: ${DEFAULT-VALUE}.",
            defaultValue = "0")
    private long seed;

    @Option(
            names = "--steps",
            paramLabel = "N",
            description =
                    "Reinforcement-learning steps of 32 x 8 rollouts; 0 leaves them out. Default: ${DEFAULT-VALUE}.",
            defaultValue = "60")
    private int steps;

    @Option(
            names = "--images-per-turn",
            paramLabel = "1|2",
            description = "Squares of a turn; the codeword has three times as many letters. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private int imagesPerTurn;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Run folder; must not hold anything yet. Default: runs/demo-<time>.")
    private @Nullable Path out;

    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description =
                    "Starts from this Qwen3-VL checkpoint folder instead of a fresh one; the warm-up is left out where the"
                            + " policy finds rewards already.")
    private @Nullable Path checkpoint;

    @Option(names = "--warmup-only", description = "Ends after the warm-up and keeps its checkpoint.")
    private boolean warmUpOnly;

    @Option(
            names = "--control",
            paramLabel = "blank|swap|no-advantage",
            split = ",",
            converter = Control.Converter.class,
            description = {
                "blank, swap: evaluates the trained policy with grey pictures, or with another task's; both are always done "
                        + "unless one is named here.",
                "no-advantage: trains with every advantage set to 0, which must not improve anything."
            })
    private @Nullable Set<Control> controls;

    @Mixin
    private EngineOptions engine = new EngineOptions();

    @Option(
            names = "--trainer",
            paramLabel = "embedded|fs|zmq://HOST:PORT|kafka://HOST:PORT/TOPIC",
            defaultValue = "embedded",
            converter = TrainerChoice.Converter.class,
            description =
                    "Who learns: PyTorch in this process, or a program of its own that reads packed rows from the run folder "
                            + "or a transport and publishes weights over the control API, as examples/pytorch-trainer does; "
                            + "needs --checkpoint with a warmed-up policy. Default: ${DEFAULT-VALUE}.")
    private TrainerChoice trainer = new TrainerChoice.Embedded();

    @Override
    public Integer call() throws InterruptedException {
        DemoSettings settings = DemoSettings.checked(
                seed,
                steps,
                imagesPerTurn,
                out,
                checkpoint,
                warmUpOnly,
                controls == null ? Set.of() : controls,
                engine.setup(),
                trainer);
        DemoRun.run(settings);
        return 0;
    }
}

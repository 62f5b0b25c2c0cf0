package dev.fovea.cli.demo;

import dev.fovea.cli.engine.EngineOptions;
import dev.fovea.cli.engine.EngineSetup;
import dev.fovea.orchestrator.Evaluation;
import dev.fovea.orchestrator.EvaluationResult;
import dev.fovea.orchestrator.RolloutRunner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fovea eval}. */
@Command(
        name = "eval",
        description = "Plays the held-out codewords with a checkpoint and trains nothing.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class EvalCommand implements Callable<Integer> {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Option(names = "--model", paramLabel = "DIR", required = true, description = "Checkpoint folder of a demo.")
    private @Nullable Path model;

    @Mixin
    private EngineOptions engine = new EngineOptions();

    @Option(
            names = "--images-per-turn",
            paramLabel = "1|2",
            defaultValue = "1",
            description = "Squares of a turn. Default: ${DEFAULT-VALUE}.")
    private int imagesPerTurn;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Decides draws. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Run folder; must not hold anything yet. Default: runs/demo-<time>.")
    private @Nullable Path out;

    @Override
    public Integer call() throws InterruptedException {
        if (spec == null || model == null) {
            throw new IllegalStateException("picocli fills required options");
        }
        EngineSetup setup = engine.setup();
        DemoSettings settings = DemoSettings.checked(
                seed, 0, imagesPerTurn, out, model, false, Set.of(), setup, new TrainerChoice.Embedded());
        DemoCheckpoint.check(model);
        RunFolder folder = RunFolder.create(settings.out());
        LogFile.open(folder.log());
        try (DemoHouse house = DemoHouse.open(folder, model, setup);
                CodewordEnvironment environment = new CodewordEnvironment(
                        imagesPerTurn,
                        seed,
                        DemoHouse.MODEL,
                        house.gateway().baseUrl(),
                        DemoRecipe.CONCURRENT_ROLLOUTS)) {
            Evaluation evaluation = new Evaluation(
                    new RolloutRunner(
                            house.control(),
                            environment.name(),
                            DemoHouse.MODEL,
                            DemoRecipe.CONCURRENT_ROLLOUTS,
                            event -> {}),
                    seed);
            print("sampled", evaluation.evaluate("evaluation sampled", environment.heldOut(), 1.0));
            print("greedy", evaluation.evaluate("evaluation greedy", environment.heldOut(), 0.0));
            house.proofs().requireNoViolation();
        }
        return 0;
    }

    private void print(String label, EvaluationResult result) {
        if (spec != null) {
            PrintWriter out = spec.commandLine().getOut();
            out.printf("%-8s exact %.3f of %d held-out codewords%n", label, result.exact(), result.episodes());
            out.flush();
        }
    }
}

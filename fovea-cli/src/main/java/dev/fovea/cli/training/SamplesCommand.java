package dev.fovea.cli.training;

import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.wire.TrainingBatchWriter;
import dev.fovea.training.SampleBuilder;
import dev.fovea.training.sample.RolloutPolicy;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fovea samples}. */
@Command(
        name = "samples",
        description = {
            "Turns recorded rollouts into training samples, proves their tokens, scores their groups, and says what became of what.",
            "DIR is a run folder, a folder with traces.jsonl, or a file of verifiers' records, one a line: traces, or flat records of "
                    + "its older generation (text only)."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class SamplesCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The rollouts.")
    private @Nullable Path source;

    @Option(
            names = "--advantages",
            paramLabel = "RULE",
            defaultValue = "mean",
            description = "How members of a group are compared: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private AdvantageRule advantages = AdvantageRule.MEAN;

    @Option(
            names = "--errored",
            paramLabel = "WHAT",
            defaultValue = "drop",
            description = "Rollouts that failed: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private RolloutPolicy.Treatment errored = RolloutPolicy.Treatment.DROP;

    @Option(
            names = "--truncated",
            paramLabel = "WHAT",
            defaultValue = "train",
            description = "Rollouts whose last answer a limit cut off. Default: ${DEFAULT-VALUE}.")
    private RolloutPolicy.Treatment truncated = RolloutPolicy.Treatment.TRAIN;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Writes the samples there, as train_rollouts.bin of the field; ./fovea pack reads it.")
    private @Nullable Path out;

    @Option(names = "--step", paramLabel = "N", defaultValue = "1", description = "The step in FILE. Default: 1.")
    private long step = 1;

    @Option(names = "--json", description = "The summary as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        RolloutPolicy policy = new RolloutPolicy(errored, truncated);
        RecordedRollouts rollouts = new RecordedRollouts(new SampleBuilder(new ProofLedger(), policy), policy);
        rollouts.read(Objects.requireNonNull(source, "picocli demands DIR"));
        ScoredSamples scored = ScoredSamples.of(rollouts.sampled(), advantages.rule());
        SamplesSummary summary = SamplesSummary.of(rollouts, scored);
        if (out != null) {
            write(out, scored);
        }
        PrintWriter screen = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        screen.print(json ? summary.json().toPrettyString() + "\n" : summary.text(out));
        screen.flush();
        return rollouts.refusals().isEmpty() ? 0 : 1;
    }

    private void write(Path file, ScoredSamples scored) {
        WholeFile.write(file, target -> {
            TrainingBatchWriter batch =
                    new TrainingBatchWriter(target, scored.samples().size(), step);
            for (TrainingSample sample : scored.samples()) {
                batch.write(sample);
            }
            batch.finish();
        });
    }
}

package dev.fovea.cli.training;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.training.PackSettings;
import dev.fovea.training.SampleBuilder;
import dev.fovea.training.balance.ModelCost;
import dev.fovea.training.balance.RowCost;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.RowSplitting;
import dev.fovea.training.pack.SampleFile;
import dev.fovea.training.pack.SampleSource;
import dev.fovea.training.pack.StepPacker;
import dev.fovea.training.sample.RolloutPolicy;
import dev.fovea.training.transport.OutgoingStep;
import dev.fovea.training.transport.StepSender;
import dev.fovea.training.transport.Transport;
import dev.fovea.training.transport.TransportSettings;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** {@code fovea pack}. */
@Command(
        name = "pack",
        description = {
            "Packs samples into rows, equally many for every rank, and says how evenly ranks work.",
            "DIR is a file that ./fovea samples --out has written (or any train_rollouts.bin), which is read sample by sample and may be "
                    + "larger than memory, or whatever ./fovea samples reads."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class PackCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The samples.")
    private @Nullable Path source;

    @Option(
            names = "--seq-len",
            paramLabel = "N",
            defaultValue = "16384",
            description = "Tokens of a row. Default: 16384.")
    private int sequenceTokens;

    @Option(names = "--ranks", paramLabel = "N", defaultValue = "1", description = "Data-parallel ranks. Default: 1.")
    private int ranks;

    @Option(
            names = "--pad-to-multiple-of",
            paramLabel = "N",
            defaultValue = "1",
            description = "Rows are padded to such a multiple: the degree of context parallelism. Default: 1.")
    private int padToMultipleOf;

    @Option(
            names = "--model",
            paramLabel = "DIR",
            description = "A checkpoint whose config.json weighs rows. Default: a row weighs its tokens.")
    private @Nullable Path model;

    @Option(
            names = "--keep-image-rows",
            description = "Never splits a row with images, as packers of the field do; ranks may then get fillers.")
    private boolean keepImageRows;

    @Option(
            names = "--to",
            paramLabel = "TRANSPORT",
            converter = TransportConverter.class,
            description =
                    "Sends the rows: fs:DIR (DIR/rollouts/step_<n>/rank_<r>.bin, which a trainer of prime-rl reads), "
                            + "zmq://HOST:PORT or kafka://HOST:PORT/TOPIC.")
    private @Nullable TransportSettings to;

    @Option(names = "--json", description = "The summary as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Path from = Objects.requireNonNull(source, "picocli demands DIR");
        if (Files.isRegularFile(from) && !from.getFileName().toString().endsWith(".jsonl")) {
            try (SampleFile file = SampleFile.open(from)) {
                return pack(file, file.step());
            }
        }
        RecordedRollouts rollouts =
                new RecordedRollouts(new SampleBuilder(new ProofLedger(), RolloutPolicy.FIELD), RolloutPolicy.FIELD);
        rollouts.read(from);
        return pack(
                SampleSource.of(ScoredSamples.of(rollouts.sampled(), AdvantageRule.MEAN.rule())
                        .samples()),
                1);
    }

    private int pack(SampleSource samples, long step) {
        PackSettings settings = PackSettings.forRanks(sequenceTokens, padToMultipleOf, ranks)
                .withCost(cost())
                .withSplitting(keepImageRows ? RowSplitting.TEXT_ROWS : RowSplitting.ALL_ROWS);
        PackedStep packed = new StepPacker(settings, new ProofLedger()).pack(samples, sample -> 0);
        if (to != null) {
            send(to, packed, step);
        }
        PrintWriter screen = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PackSummary summary = new PackSummary(packed, settings, step);
        screen.print(json ? summary.json().toPrettyString() + "\n" : summary.text());
        screen.flush();
        return 0;
    }

    private void send(TransportSettings settings, PackedStep packed, long step) {
        int rows = packed.plan().ranks().getFirst().size();
        try (Transport transport = Transport.open(settings);
                StepSender<MicroBatch> sender = transport.sendRows(ranks);
                OutgoingStep<MicroBatch> outgoing = sender.begin(step, rows)) {
            for (int rank = 0; rank < ranks; rank++) {
                int to = rank;
                packed.rows(rank).forEach(row -> outgoing.add(to, row));
            }
            outgoing.commit();
        }
    }

    private RowCost cost() {
        if (model == null) {
            return RowCost.TOKENS;
        }
        Path config = model.resolve("config.json");
        try {
            return ModelCost.of(JsonMapper.shared().readTree(config));
        } catch (JacksonException | IllegalArgumentException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    config + " does not tell a model's sizes (" + e.getMessage() + ")",
                    "name a checkpoint folder, or leave --model out");
        }
    }
}

package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.conform.Corpus;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.PackSettings;
import dev.fovea.training.balance.RowCost;
import dev.fovea.training.pack.BadSamples;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.RowSplitting;
import dev.fovea.training.pack.SampleSource;
import dev.fovea.training.pack.StepPacker;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Whole steps: samples to rows of every rank. Once with rows of text split only, as the reference does, where every byte must be
 * equal; once as ours does by default, where every sample must still be there and no rank may have more fillers.
 */
final class PackCheck implements TrainingCheck {

    private static final String COST = "cost-";

    private final Map<String, RowCost> costs;

    PackCheck(Corpus corpus) {
        Stream<JsonNode> rows = corpus.has(PartitionCheck.FILE) ? corpus.lines(PartitionCheck.FILE) : Stream.empty();
        this.costs = rows.filter(row -> row.path("id").asString().startsWith(COST))
                .collect(Collectors.toMap(
                        row -> row.path("id").asString().substring(COST.length()),
                        row -> PartitionCheck.costOf(row.path("config"))));
    }

    @Override
    public String file() {
        return "packing/packs.jsonl.gz";
    }

    @Override
    public void check(JsonNode row, ConformReport report) {
        String id = row.path("id").asString();
        List<TrainingSample> samples = CorpusSamples.all(row.path("samples"));
        PackedStep equal = pack(row, samples, RowSplitting.TEXT_ROWS);
        Optional<String> apart = PackDifferences.reason(row, equal.counts());
        Optional<String> broken = StepInvariants.broken(
                equal, samples, row.path("settings").path("seq_len").intValue());
        if (broken.isPresent()) {
            report.differs(id, broken.get());
        } else if (apart.isPresent()) {
            report.apart(apart.get());
        } else {
            StepRecord.difference(row.path("result").path("ok"), row.path("rank_msgpack_sha256"), equal)
                    .ifPresentOrElse(how -> report.differs(id, how), report::equal);
        }
        split(row, samples, equal, report);
    }

    private void split(JsonNode row, List<TrainingSample> samples, PackedStep equal, ConformReport report) {
        PackedStep ours = pack(row, samples, RowSplitting.ALL_ROWS);
        Optional<String> broken = StepInvariants.broken(
                ours, samples, row.path("settings").path("seq_len").intValue());
        int fillers = ours.plan().load().fillers();
        if (broken.isEmpty() && fillers > equal.plan().load().fillers()) {
            broken = Optional.of(fillers + " fillers where splitting less needs "
                    + equal.plan().load().fillers());
        }
        broken.ifPresentOrElse(how -> report.differs(row.path("id").asString() + " split", how), report::equal);
    }

    private PackedStep pack(JsonNode row, List<TrainingSample> samples, RowSplitting splitting) {
        JsonNode settings = row.path("settings");
        List<Integer> adapters = CorpusValues.integers(settings.path("idxs"));
        RowCost cost = Objects.requireNonNull(
                costs.get(settings.path("cost").asString()), "a cost that the corpus does not define");
        return new StepPacker(
                        settings(settings, settings.path("num_loras").intValue())
                                .withCost(cost)
                                .withSplitting(splitting),
                        new ProofLedger())
                .pack(SampleSource.of(samples), adapters::get);
    }

    static PackSettings settings(JsonNode settings, int adapters) {
        return new PackSettings(
                settings.path("seq_len").intValue(),
                settings.path("pad_to_multiple_of").intValue(),
                settings.path("num_train_workers").intValue(),
                adapters,
                RowCost.TOKENS,
                RowSplitting.TEXT_ROWS,
                BadSamples.DROP);
    }
}

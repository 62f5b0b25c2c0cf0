package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.training.balance.ModelCost;
import dev.fovea.training.balance.Partition;
import dev.fovea.training.balance.RowCost;
import tools.jackson.databind.JsonNode;

/** Costs of models, and weights shared out. */
final class PartitionCheck implements TrainingCheck {

    static final String FILE = "packing/partition.jsonl";

    @Override
    public String file() {
        return FILE;
    }

    @Override
    public void check(JsonNode row, ConformReport report) {
        String id = row.path("id").asString();
        if (row.has("weights")) {
            report.compare(
                    id,
                    row.path("result").valueStream().map(CorpusValues::integers).toList(),
                    Partition.of(
                            row.path("weights")
                                    .valueStream()
                                    .mapToLong(JsonNode::longValue)
                                    .toArray(),
                            row.path("k").intValue()));
            return;
        }
        RowCost cost = costOf(row.path("config"));
        report.compare(
                id,
                new RowCost(
                        row.path("linear").longValue(), row.path("quadratic").longValue()),
                cost);
        JsonNode sample = row.path("sample");
        report.compare(
                id + " sample",
                sample.path("cost").longValue(),
                cost.of(CorpusValues.integers(sample.path("lengths"))));
    }

    static RowCost costOf(JsonNode config) {
        return config.isNull() ? RowCost.TOKENS : ModelCost.of(config);
    }
}

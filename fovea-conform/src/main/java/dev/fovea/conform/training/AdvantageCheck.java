package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import tools.jackson.databind.JsonNode;

/** Groups of rollouts: what each is worth, and what that writes into its samples. */
final class AdvantageCheck implements TrainingCheck {

    @Override
    public String file() {
        return "samples/advantages.jsonl";
    }

    @Override
    public void check(JsonNode row, ConformReport report) {}
}

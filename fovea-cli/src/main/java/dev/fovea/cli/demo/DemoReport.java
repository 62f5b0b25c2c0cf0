package dev.fovea.cli.demo;

import dev.fovea.cli.demo.DemoOutcome.Measure;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.trace.JournalAudit;
import java.util.OptionalDouble;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run in figures: {@code report.json}. Scripts rely on its keys; what was not done is null.
 *
 * @param audit what the records on disk hold
 * @param engine what replicas of the engine did
 */
record DemoReport(
        DemoSettings settings,
        DemoSnapshot end,
        DemoOutcome outcome,
        ProofLedger proofs,
        JournalAudit audit,
        EngineEvents.Counts engine) {

    byte[] toJson() {
        JsonMapper json = new JsonMapper();
        ObjectNode out = json.createObjectNode();
        out.put("seed", settings.seed())
                .put("images_per_turn", settings.imagesPerTurn())
                .put("steps", end.step())
                .put("warmup_steps", end.warmUpSteps())
                .put("wall_seconds", end.seconds());
        ObjectNode reward = out.putObject("reward");
        ArrayNode perStep = reward.putArray("per_step");
        end.rewards().forEach(perStep::add);
        put(reward, "last7_mean", end.rewards().isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(end.lastMean()));
        pair(out.putObject("warmup"), Measure.WARM_UP_SAMPLED, Measure.WARM_UP_GREEDY);
        pair(out.putObject("evaluation"), Measure.SAMPLED, Measure.GREEDY);
        controls(out.putObject("controls"));
        out.put("checks", end.proofs().checks()).put("violations", end.proofs().violations());
        proofs(out.putObject("proofs"));
        out.put("null_items", audit.emptySlots())
                .put("turns_lost", end.turnsLost() + Math.max(0, end.turnsRecorded() - audit.sampledTurns()))
                .put("turns_on_disk", audit.sampledTurns())
                .put("rollouts_failed", end.rolloutsFailed())
                .put("torn_records", audit.tornLines());
        out.putObject("images")
                .put("stored_count", end.images().storedImages())
                .put("stored_bytes", end.images().storedBytes())
                .put("sent_count", end.images().receivedImages())
                .put("sent_bytes", end.images().receivedBytes())
                .put("engine_bytes", end.referenceBytes());
        ObjectNode mismatch = out.putObject("mismatch");
        put(mismatch, "max_abs_logprob_diff", compared(end.maxLogprobDifference()));
        put(mismatch, "kl", compared(end.mismatchKl()));
        out.putObject("replicas")
                .put("suspect", engine.suspect())
                .put("left_alone", engine.leftAlone())
                .put("without_weights", engine.withoutWeights());
        out.putObject("weights").put("largest_staleness", end.staleness());
        return json.writerWithDefaultPrettyPrinter().writeValueAsBytes(out);
    }

    private OptionalDouble compared(double value) {
        return end.comparedTokens() == 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private void pair(ObjectNode out, Measure sampled, Measure greedy) {
        put(out, "sampled", outcome.exact(sampled));
        put(out, "greedy", outcome.exact(greedy));
    }

    private void controls(ObjectNode out) {
        put(out, "blank", outcome.exact(Measure.BLANK));
        put(out, "swap", outcome.exact(Measure.SWAP));
        OptionalDouble before = outcome.exact(Measure.WARM_UP_SAMPLED);
        OptionalDouble after = outcome.exact(Measure.SAMPLED);
        boolean measured =
                settings.zeroAdvantages() && !end.rewards().isEmpty() && before.isPresent() && after.isPresent();
        put(
                out,
                "no_advantage_gain",
                measured ? OptionalDouble.of(after.getAsDouble() - before.getAsDouble()) : OptionalDouble.empty());
    }

    private void proofs(ObjectNode out) {
        for (Proof proof : Proof.values()) {
            ProofLedger.Count count = proofs.count(proof);
            out.putObject(proof.wire()).put("checks", count.checks()).put("violations", count.violations());
        }
    }

    private static void put(ObjectNode out, String name, OptionalDouble value) {
        if (value.isPresent()) {
            out.put(name, value.getAsDouble());
        } else {
            out.putNull(name);
        }
    }
}

package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.wire.SidecarMaps;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.trace.Origin;
import dev.fovea.training.foreign.ForeignRollout;
import dev.fovea.training.foreign.ForeignSidecar;
import dev.fovea.training.foreign.ForeignTraceReader;
import dev.fovea.training.sample.BranchSample;
import dev.fovea.training.sample.BranchSampler;
import dev.fovea.training.sample.RolloutEnd;
import dev.fovea.training.sample.SampleNode;
import dev.fovea.training.sample.TokenTypes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Rollouts of verifiers to samples, byte for byte but for the temperatures, which the reference fills in later. */
final class TraceCheck implements TrainingCheck {

    @Override
    public String file() {
        return "samples/traces.jsonl.gz";
    }

    @Override
    public void check(JsonNode row, ConformReport report) {
        String id = row.path("id").asString();
        Optional<String> apart = TraceDifferences.reason(row);
        List<TrainingSample> samples;
        try {
            ForeignRollout rollout = ForeignTraceReader.read(row.path("disk"), index -> sidecar(row, index));
            views(row.path("views"), rollout, id, report);
            report.compare(
                    id + " skipped",
                    row.path("sink_skips").asString("").equals("untrainable"),
                    rollout.trainable() == ForeignRollout.Learning.FIXED);
            samples = samples(row, rollout);
        } catch (FoveaException refused) {
            if (row.path("result").has("error")) {
                report.equal();
            } else {
                apart.filter(TraceDifferences::isRefusal)
                        .ifPresentOrElse(
                                report::apart, () -> report.differs(id, "ours refuses: " + refused.getMessage()));
            }
            return;
        }
        if (row.path("result").has("error")) {
            report.differs(id, "the reference refuses, ours gives " + samples.size() + " samples");
        } else if (sha256(samples).equals(row.path("samples_msgpack_sha256").asString())) {
            report.equal();
        } else {
            apart.filter(reason -> !TraceDifferences.isRefusal(reason))
                    .ifPresentOrElse(
                            report::apart,
                            () -> report.differs(
                                    id, difference(row.path("result").path("ok"), samples)));
        }
    }

    private static List<TrainingSample> samples(JsonNode row, ForeignRollout rollout) {
        Map<Integer, Integer> types = row.path("type_map")
                .propertyStream()
                .collect(Collectors.toMap(
                        type -> Integer.valueOf(type.getKey()),
                        type -> type.getValue().intValue()));
        return new BranchSampler(row.path("env_name").asString(), 1.0, Origin.SAMPLED, TokenTypes.of(types))
                .samples(rollout.branches()).stream().map(BranchSample::sample).toList();
    }

    private static ForeignSidecar sidecar(JsonNode row, int index) {
        JsonNode sidecar = row.path("sidecars").path(String.valueOf(index));
        return new ForeignSidecar(
                SidecarMaps.fromMap((Map<?, ?>) Recorded.plain(
                        sidecar.path("multi_modal_data").isObject()
                                ? sidecar.path("multi_modal_data")
                                : tools.jackson.databind.node.JsonNodeFactory.instance.nullNode())),
                CorpusSamples.experts(sidecar.path("routed_experts")));
    }

    private static void views(JsonNode views, ForeignRollout rollout, String id, ConformReport report) {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put(
                "branches",
                views.path("branch_nodes")
                        .valueStream()
                        .map(CorpusValues::integers)
                        .toList());
        expected.put("reward", views.path("reward").asDouble());
        expected.put("turns", views.path("num_turns").intValue());
        expected.put("output", views.path("num_output_tokens").longValue());
        expected.put("total", views.path("num_total_tokens").longValue());
        Map<String, Object> actual = new LinkedHashMap<>();
        actual.put(
                "branches",
                rollout.branches().stream()
                        .map(branch -> branch.stream().map(SampleNode::id).toList())
                        .toList());
        actual.put("reward", rollout.facts().reward());
        actual.put("turns", rollout.facts().turns());
        actual.put("output", rollout.facts().outputTokens());
        actual.put("total", rollout.facts().totalTokens());
        report.compare(id + " views", expected, actual);
        RolloutEnd end = views.path("has_error").booleanValue()
                ? RolloutEnd.ERRORED
                : views.path("is_truncated").booleanValue() ? RolloutEnd.TRUNCATED : RolloutEnd.FINISHED;
        report.compare(id + " end", end, rollout.end());
    }

    /** The corpus holds the bytes of a list of samples; a batch of them is the same behind its header of one byte. */
    private static String sha256(List<TrainingSample> samples) {
        byte[] batch = WireCodec.TRAINING_BATCH.encode(new TrainingBatch(
                samples.stream()
                        .map(sample -> sample.withTemperatures(TokenValues.empty()))
                        .toList(),
                1,
                null));
        return CorpusValues.sha256(java.util.Arrays.copyOfRange(batch, 1, batch.length - 2));
    }

    private static String difference(JsonNode recorded, List<TrainingSample> ours) {
        if (recorded.size() != ours.size()) {
            return "expected " + recorded.size() + " samples, got " + ours.size();
        }
        for (int i = 0; i < ours.size(); i++) {
            Map<String, ?> form = WireForms.sample(ours.get(i));
            for (Map.Entry<String, ?> member : form.entrySet()) {
                Object expected = Recorded.plain(recorded.get(i).path(member.getKey()));
                if (!member.getKey().equals("temperatures") && !Recorded.same(expected, member.getValue())) {
                    return "sample " + i + " " + member.getKey() + ": expected " + expected + ", got "
                            + member.getValue();
                }
            }
        }
        return "bytes differ, and no member does";
    }
}

package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingBatch;
import dev.fovea.training.runs.MultiRunPacker;
import dev.fovea.training.runs.MultiRunStep;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Several runs at once, over several steps of the trainer. */
final class MultiRunCheck implements TrainingCheck {

    @Override
    public String file() {
        return "packing/multi_run.jsonl.gz";
    }

    @Override
    public void check(JsonNode row, ConformReport report) {
        String id = row.path("id").asString();
        JsonNode settings = row.path("settings");
        int runs = settings.path("runs").intValue();
        MultiRunPacker packer = new MultiRunPacker(PackCheck.settings(settings, runs), new ProofLedger());
        JsonNode first = row.path("calls").get(0).path("before").path("steps");
        for (int run = 0; run < runs; run++) {
            packer.open(run, "run_" + run, first.get(run).longValue());
        }
        Map<Integer, String> evicted = new TreeMap<>();
        for (JsonNode batch : row.path("batches")) {
            packer.offer(batch.path("run_idx").intValue(), batch(batch))
                    .ifPresent(eviction -> evicted.put(eviction.slot(), eviction.reason()));
        }
        for (JsonNode call : row.path("calls")) {
            compare(id, call, packer, evicted, report);
        }
    }

    private static TrainingBatch batch(JsonNode batch) {
        return new TrainingBatch(
                CorpusSamples.all(batch.path("examples")), batch.path("step").longValue(), null);
    }

    private static void compare(
            String id, JsonNode call, MultiRunPacker packer, Map<Integer, String> evicted, ConformReport report) {
        report.compare(id + " turn before", call.path("before").path("position").intValue(), packer.turn());
        MultiRunStep step = packer.pack().orElseThrow();
        JsonNode ranks = call.path("result").path("ok");
        for (int rank = 0; rank < ranks.size(); rank++) {
            report.compare(
                    id + " rank " + rank,
                    call.path("result").path("rank_msgpack_sha256").get(rank).asString(),
                    CorpusValues.sha256(bytes(step, rank)));
        }
        JsonNode after = call.path("after");
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        expected.put("turn", after.path("position").intValue());
        expected.put(
                "steps",
                after.path("steps").valueStream().map(JsonNode::toString).toList());
        expected.put("left", CorpusValues.integers(after.path("left")));
        expected.put(
                "evicted",
                new TreeSet<>(after.path("evicted")
                        .propertyStream()
                        .map(run -> Integer.valueOf(run.getKey()))
                        .toList()));
        int runs = after.path("left").size();
        Map<String, @Nullable Object> actual = new LinkedHashMap<>();
        actual.put("turn", packer.turn());
        actual.put(
                "steps",
                IntStream.range(0, runs)
                        .mapToObj(run -> packer.step(run).map(String::valueOf).orElse("null"))
                        .toList());
        actual.put("left", IntStream.range(0, runs).mapToObj(packer::waiting).toList());
        actual.put("evicted", new TreeSet<>(evicted.keySet()));
        report.compare(id + " after", expected, actual);
    }

    private static byte[] bytes(MultiRunStep step, int rank) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            step.write(rank, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }
}

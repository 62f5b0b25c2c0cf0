package dev.fovea.cli.training;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.trace.Origin;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TraceJournalReader;
import dev.fovea.training.SampleBuilder;
import dev.fovea.training.foreign.FlatRecordReader;
import dev.fovea.training.foreign.ForeignRollout;
import dev.fovea.training.foreign.ForeignSidecar;
import dev.fovea.training.foreign.ForeignTraceReader;
import dev.fovea.training.sample.BranchSample;
import dev.fovea.training.sample.BranchSampler;
import dev.fovea.training.sample.RolloutCounts;
import dev.fovea.training.sample.RolloutCounts.Outcome;
import dev.fovea.training.sample.RolloutPolicy;
import dev.fovea.training.sample.TokenTypes;
import dev.fovea.training.score.RolloutFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rollouts of a folder or file, whoever recorded them, with their samples. One bad rollout never takes the others along. */
final class RecordedRollouts {

    /**
     * One rollout that made samples.
     *
     * @param group whose members are compared
     */
    record Sampled(String group, RolloutFacts facts, List<BranchSample> samples) {}

    private final RolloutPolicy policy;
    private final SampleBuilder builder;
    private final RolloutCounts foreign = new RolloutCounts();
    private final List<Sampled> sampled = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private int unfinished;

    RecordedRollouts(SampleBuilder builder, RolloutPolicy policy) {
        this.builder = builder;
        this.policy = policy;
    }

    /**
     * Reads a run folder, a folder with {@code traces.jsonl}, or a file with one foreign record a line.
     *
     * @throws SetupException where nothing of the kind is there
     */
    void read(Path source) {
        Path records = Files.isRegularFile(source.resolve("records/traces.jsonl")) ? source.resolve("records") : source;
        if (Files.isRegularFile(records.resolve("traces.jsonl"))) {
            TraceJournalReader.read(records).traces().forEach(this::add);
        } else if (Files.isRegularFile(source)) {
            readLines(source);
        } else {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    source + " holds no rollouts",
                    "name a run folder, a folder with traces.jsonl, or a file of verifiers' records, one a line");
        }
    }

    private void add(Trace trace) {
        if (!trace.isClosed() && trace.errors().isEmpty()) {
            unfinished++;
            return;
        }
        try {
            List<BranchSample> samples = builder.sampledBranches(trace);
            if (!samples.isEmpty()) {
                sampled.add(new Sampled(trace.header().group(), facts(trace, samples), samples));
            }
        } catch (FoveaException refused) {
            refusals.add(trace.header().id() + ": " + refused.what());
        }
    }

    private static RolloutFacts facts(Trace trace, List<BranchSample> samples) {
        long output = samples.stream()
                .mapToLong(built -> built.sample().mask().count())
                .sum();
        return new RolloutFacts(
                trace.rewards().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum(),
                "agent",
                "",
                output,
                samples.stream().mapToLong(built -> built.sample().size()).sum(),
                trace.sampledTurns());
    }

    private void readLines(Path file) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            int[] number = {0};
            lines.forEach(line -> {
                number[0]++;
                if (!line.isBlank()) {
                    addForeign(file, line, number[0]);
                }
            });
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    file + " cannot be read as text",
                    "name a file with one JSON record a line");
        }
    }

    private void addForeign(Path file, String line, int number) {
        try {
            JsonNode record = JsonMapper.shared().readTree(line);
            ForeignRollout rollout = record.has("nodes")
                    ? ForeignTraceReader.read(record, index -> ForeignSidecar.NONE)
                    : FlatRecordReader.read(record);
            add(rollout, group(record));
        } catch (JacksonException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "line " + number + " of " + file + " is no JSON",
                    "name a file with one JSON record a line");
        } catch (FoveaException refused) {
            foreign.add(Outcome.REFUSED);
            refusals.add("line " + number + ": " + refused.what());
        }
    }

    /** What a task's records have in common. */
    private static String group(JsonNode record) {
        JsonNode task = record.path("task").path("data").path("idx");
        return (task.isMissingNode() ? record.path("example_id") : task).asString("");
    }

    private void add(ForeignRollout rollout, String group) {
        RolloutPolicy.Treatment treatment = rollout.end().treatment(policy);
        if (treatment == RolloutPolicy.Treatment.DROP || rollout.trainable() == ForeignRollout.Learning.FIXED) {
            foreign.add(
                    rollout.end() == dev.fovea.training.sample.RolloutEnd.TRUNCATED
                            ? Outcome.DROPPED_TRUNCATED
                            : Outcome.DROPPED_ERRORED);
            return;
        }
        List<BranchSample> samples =
                new BranchSampler("imported", 1.0, Origin.SAMPLED, new TokenTypes.Spans()).samples(rollout.branches());
        if (samples.isEmpty()) {
            foreign.add(Outcome.NOTHING_TO_TRAIN);
            return;
        }
        boolean trains = treatment == RolloutPolicy.Treatment.TRAIN;
        foreign.add(trains ? Outcome.TRAINED : Outcome.KEPT_WITHOUT_LOSS);
        sampled.add(new Sampled(
                group,
                rollout.facts(),
                trains
                        ? samples
                        : samples.stream().map(BranchSample::withoutLoss).toList()));
    }

    List<Sampled> sampled() {
        return sampled;
    }

    /** The first word of each refusal is its rollout. */
    List<String> refusals() {
        return refusals;
    }

    int unfinished() {
        return unfinished;
    }

    long count(Outcome outcome) {
        return builder.counts().of(outcome) + foreign.of(outcome);
    }
}

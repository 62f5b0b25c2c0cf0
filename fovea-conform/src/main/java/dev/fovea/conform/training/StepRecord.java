package dev.fovea.conform.training;

import dev.fovea.contract.MicroBatch;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.PlannedRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A step of ours beside a recorded one. */
final class StepRecord {

    private StepRecord() {}

    /** The first difference; empty where every rank's bytes are equal. */
    static Optional<String> difference(JsonNode ranks, JsonNode checksums, PackedStep ours) {
        if (ranks.size() != ours.plan().ranks().size()) {
            return Optional.of("expected " + ranks.size() + " ranks");
        }
        for (int rank = 0; rank < ranks.size(); rank++) {
            Optional<String> differs = rank(ranks.get(rank), ours, rank);
            if (differs.isPresent()) {
                return Optional.of("rank " + rank + " " + differs.get());
            }
            if (!checksums.get(rank).asString().equals(CorpusValues.sha256(bytes(ours, rank)))) {
                return Optional.of("rank " + rank + ": bytes differ");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> rank(JsonNode recorded, PackedStep ours, int rank) {
        List<PlannedRow> planned = ours.plan().ranks().get(rank);
        if (recorded.size() != planned.size()) {
            return Optional.of("expected " + recorded.size() + " rows, got " + planned.size());
        }
        for (int i = 0; i < planned.size(); i++) {
            MicroBatch row = ours.build(planned.get(i));
            int index = i;
            Optional<String> differs =
                    RowRecord.difference(recorded.get(i), row, segments(ours.sampleNumbers(planned.get(i)), row));
            if (differs.isPresent()) {
                return differs.map(how -> "row " + index + " " + how);
            }
        }
        return Optional.empty();
    }

    static List<List<Integer>> segments(List<Integer> numbers, MicroBatch row) {
        List<List<Integer>> segments = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            segments.add(List.of(numbers.get(i), row.sequenceLengths().get(i)));
        }
        return segments;
    }

    private static byte[] bytes(PackedStep step, int rank) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            step.write(rank, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }
}

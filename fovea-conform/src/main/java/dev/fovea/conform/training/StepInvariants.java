package dev.fovea.conform.training;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.PlannedRow;
import dev.fovea.training.pack.RefusedSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What holds of every packed step, whoever packs: nothing lost, nothing twice, no row too long, all ranks alike. */
final class StepInvariants {

    private StepInvariants() {}

    static Optional<String> broken(PackedStep step, List<TrainingSample> samples, int sequenceTokens) {
        List<List<PlannedRow>> ranks = step.plan().ranks();
        List<Integer> seen = new ArrayList<>(
                step.counts().refused().stream().map(RefusedSample::index).toList());
        for (int i = 0; i < ranks.getFirst().size(); i++) {
            for (List<PlannedRow> rank : ranks) {
                if (rank.size() != ranks.getFirst().size()
                        || rank.get(i).content() != ranks.getFirst().get(i).content()) {
                    return Optional.of("row " + i + " is of another kind on another rank");
                }
                PlannedRow row = rank.get(i);
                if (row.tokens() > sequenceTokens) {
                    return Optional.of("a row of " + row.tokens() + " tokens");
                }
                if (row.isFiller() && trains(step.build(row))) {
                    return Optional.of("a filler trains");
                }
                seen.addAll(row.isFiller() ? List.of() : step.sampleNumbers(row));
            }
        }
        Collections.sort(seen);
        return seen.equals(IntStream.range(0, samples.size()).boxed().toList())
                ? Optional.empty()
                : Optional.of("samples lost or doubled: " + seen);
    }

    private static boolean trains(MicroBatch row) {
        return row.lossMask().count() > 0
                || row.streams().ce() != null
                || row.streams().refKl() != null
                || row.streams().rl() != null;
    }
}

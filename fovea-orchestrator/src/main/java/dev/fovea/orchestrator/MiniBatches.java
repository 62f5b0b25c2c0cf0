package dev.fovea.orchestrator;

import dev.fovea.contract.TrainingSample;
import java.util.ArrayList;
import java.util.List;

/** Deals samples to optimiser steps. */
final class MiniBatches {

    private MiniBatches() {}

    /** At most {@code count} mini-batches of about equally many samples, in order, none of them empty. */
    static List<List<TrainingSample>> deal(List<TrainingSample> samples, int count) {
        int dealt = Math.min(count, samples.size());
        List<List<TrainingSample>> miniBatches = new ArrayList<>();
        for (int i = 0; i < dealt; i++) {
            miniBatches.add(samples.subList(i * samples.size() / dealt, (i + 1) * samples.size() / dealt));
        }
        return miniBatches;
    }
}

package dev.fovea.orchestrator;

import dev.fovea.contract.MicroBatch;
import java.util.ArrayList;
import java.util.List;

/** Deals packed rows to optimiser steps so that their tokens are about equal. */
final class MiniBatches {

    private MiniBatches() {}

    /** At most {@code count} mini-batches, none of them empty; each row goes to the one with the fewest tokens so far. */
    static List<List<MicroBatch>> deal(List<MicroBatch> rows, int count) {
        List<List<MicroBatch>> dealt = new ArrayList<>();
        for (int i = 0; i < Math.min(count, rows.size()); i++) {
            dealt.add(new ArrayList<>());
        }
        for (MicroBatch row : rows) {
            dealt.stream()
                    .min((a, b) -> Integer.compare(tokens(a), tokens(b)))
                    .ifPresent(lightest -> lightest.add(row));
        }
        return dealt;
    }

    private static int tokens(List<MicroBatch> rows) {
        return rows.stream().mapToInt(MicroBatch::size).sum();
    }
}

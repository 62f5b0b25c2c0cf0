package dev.fovea.training.pack;

import java.util.Arrays;
import java.util.List;

/**
 * How evenly ranks work.
 *
 * @param costs estimated work of each rank, fillers included, in the units of its {@link dev.fovea.training.balance.RowCost}
 * @param rowsEach rows of every rank
 * @param fillers rows over all ranks that train nothing
 * @param paddingTokens tokens over all ranks that only fill a row up to a multiple
 */
public record RankLoad(List<Long> costs, int rowsEach, int fillers, long paddingTokens) {

    public RankLoad {
        costs = List.copyOf(costs);
    }

    static RankLoad of(List<List<PlannedRow>> ranks, long[] costs) {
        return new RankLoad(
                Arrays.stream(costs).boxed().toList(),
                ranks.getFirst().size(),
                (int) ranks.stream()
                        .flatMap(List::stream)
                        .filter(PlannedRow::isFiller)
                        .count(),
                ranks.stream()
                        .flatMap(List::stream)
                        .mapToLong(PlannedRow::padding)
                        .sum());
    }

    /** The busiest rank's work over the mean: 1 where all work equally long; 1 where nothing is to be done. */
    public double imbalance() {
        double mean = costs.stream().mapToLong(Long::longValue).average().orElse(0);
        long most = costs.stream().mapToLong(Long::longValue).max().orElse(0);
        return mean == 0 ? 1 : most / mean;
    }
}

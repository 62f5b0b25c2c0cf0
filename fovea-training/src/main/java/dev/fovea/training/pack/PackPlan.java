package dev.fovea.training.pack;

import dev.fovea.training.PackSettings;
import dev.fovea.training.balance.Partition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which samples share a row, and which rank gets it: for every rank equally many rows, first those with images.
 *
 * @param ranks rows of each rank, in the order in which it gets them
 * @param load what that means for each rank
 */
public record PackPlan(List<List<PlannedRow>> ranks, RankLoad load) {

    public PackPlan {
        ranks = ranks.stream().map(List::copyOf).toList();
    }

    /**
     * Plans one step. Work grows with samples times the logarithm of rows.
     *
     * @param shapes in order of arrival, none longer than a row
     */
    public static PackPlan of(List<SampleShape> shapes, PackSettings settings) {
        List<OpenRow> open = FirstFit.of(shapes, settings.sequenceTokens());
        List<PlannedRow> rows = divided(open, shapes, settings).stream()
                .map(row -> PlannedRow.of(row, settings.padToMultipleOf()))
                .toList();
        List<List<PlannedRow>> ranks = new ArrayList<>();
        for (int rank = 0; rank < settings.ranks(); rank++) {
            ranks.add(new ArrayList<>());
        }
        long[] costs = new long[settings.ranks()];
        for (ImageContent content : ImageContent.values()) {
            deal(
                    filled(rows.stream().filter(row -> row.content() == content), settings.ranks()),
                    new Costs(shapes, settings),
                    ranks,
                    costs);
        }
        return new PackPlan(ranks, RankLoad.of(ranks, costs));
    }

    private static List<OpenRow> divided(List<OpenRow> open, List<SampleShape> shapes, PackSettings settings) {
        if (settings.ranks() == 1) {
            return open;
        }
        return switch (settings.splitting()) {
            case ALL_ROWS -> RowSplitter.evenly(open, shapes, settings.cost(), settings.ranks());
            case TEXT_ROWS -> RowSplitter.textOnly(open, shapes, settings.cost(), settings.ranks());
        };
    }

    private static List<PlannedRow> filled(Stream<PlannedRow> rows, int ranks) {
        List<PlannedRow> group = new ArrayList<>(rows.toList());
        if (!group.isEmpty()) {
            int missing = Math.ceilDiv(group.size(), ranks) * ranks - group.size();
            group.addAll(Collections.nCopies(missing, group.getFirst().asFiller()));
        }
        return group;
    }

    private static void deal(List<PlannedRow> group, Costs cost, List<List<PlannedRow>> ranks, long[] costs) {
        long[] weights = group.stream().mapToLong(cost::of).toArray();
        List<List<Integer>> parts = Partition.of(weights, ranks.size());
        for (int rank = 0; rank < parts.size(); rank++) {
            for (int row : parts.get(rank)) {
                ranks.get(rank).add(group.get(row));
                costs[rank] = Math.addExact(costs[rank], weights[row]);
            }
        }
    }

    /** Cost of a row with its padding, which is part of its last sample. */
    private record Costs(List<SampleShape> shapes, PackSettings settings) {

        long of(PlannedRow row) {
            List<Integer> samples = row.samples();
            long cost = 0;
            for (int i = 0; i < samples.size(); i++) {
                int padding = i == samples.size() - 1 ? row.padding() : 0;
                cost = Math.addExact(
                        cost, settings.cost().of(shapes.get(samples.get(i)).tokens() + padding));
            }
            return cost;
        }
    }
}

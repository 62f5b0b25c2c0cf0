package dev.fovea.training.pack;

import dev.fovea.training.balance.RowCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/** Splits the costliest rows in two until every rank gets one, so that no rank works on a filler while another has two samples. */
final class RowSplitter {

    private record Candidate(long cost, int row) {}

    private final List<SampleShape> shapes;
    private final RowCost cost;
    private final List<OpenRow> rows;

    private RowSplitter(List<SampleShape> shapes, RowCost cost, List<OpenRow> rows) {
        this.shapes = shapes;
        this.cost = cost;
        this.rows = rows;
    }

    /** Rows of text and rows with images apart, each up to a multiple of the ranks. A row with images stays one. */
    static List<OpenRow> evenly(List<OpenRow> rows, List<SampleShape> shapes, RowCost cost, int ranks) {
        List<OpenRow> images = new ArrayList<>();
        List<OpenRow> text = new ArrayList<>();
        rows.forEach(row -> (row.family() == null ? text : images).add(row));
        new RowSplitter(shapes, cost, images).split(multiple(images.size(), ranks));
        new RowSplitter(shapes, cost, text).split(multiple(text.size(), ranks));
        images.addAll(text);
        return images;
    }

    /** Rows of text only, as the field's packers do, up to a multiple of the ranks over all rows. */
    static List<OpenRow> textOnly(List<OpenRow> rows, List<SampleShape> shapes, RowCost cost, int ranks) {
        List<OpenRow> split = new ArrayList<>(rows);
        RowSplitter splitter = new RowSplitter(shapes, cost, split);
        splitter.split(Math.max(multiple(rows.size(), ranks), ranks), row -> row.family() == null && row.size() > 1);
        return split;
    }

    private static int multiple(int rows, int ranks) {
        return Math.ceilDiv(rows, ranks) * ranks;
    }

    /** Both halves of a row with images must have some: ranks work on images and on text at the same time. */
    private void split(int target) {
        split(target, row -> row.family() == null ? row.size() > 1 : row.withImages() > 1);
    }

    private void split(int target, java.util.function.Predicate<OpenRow> divisible) {
        PriorityQueue<Candidate> candidates = new PriorityQueue<>(Comparator.comparingLong(Candidate::cost)
                .thenComparing(Candidate::row)
                .reversed());
        for (int i = 0; i < rows.size() && rows.size() < target; i++) {
            offer(candidates, divisible, i);
        }
        while (rows.size() < target && !candidates.isEmpty()) {
            int row = candidates.remove().row();
            OpenRow[] halves = halves(rows.get(row));
            rows.set(row, halves[0]);
            rows.add(halves[1]);
            offer(candidates, divisible, row);
            offer(candidates, divisible, rows.size() - 1);
        }
    }

    private void offer(PriorityQueue<Candidate> candidates, java.util.function.Predicate<OpenRow> divisible, int row) {
        if (divisible.test(rows.get(row))) {
            candidates.add(new Candidate(cost(rows.get(row)), row));
        }
    }

    private long cost(OpenRow row) {
        long sum = 0;
        for (int sample : row.samples()) {
            sum = Math.addExact(sum, cost.of(shapes.get(sample).tokens()));
        }
        return sum;
    }

    /** Costliest first, each to the lighter half; samples with images before the others, so that each half gets one. */
    private OpenRow[] halves(OpenRow row) {
        List<Integer> costliest = IntStream.of(row.samples())
                .boxed()
                .sorted(Comparator.<Integer, Boolean>comparing(
                                i -> shapes.get(i).family() == null)
                        .thenComparing(Comparator.<Integer>comparingLong(
                                        i -> cost.of(shapes.get(i).tokens()))
                                .reversed()))
                .toList();
        OpenRow[] halves = new OpenRow[2];
        long left = 0;
        long right = 0;
        for (int sample : costliest) {
            SampleShape shape = shapes.get(sample);
            int half = left <= right ? 0 : 1;
            halves[half] = halves[half] == null ? new OpenRow(shape) : halves[half];
            halves[half].add(sample, shape);
            long weight = cost.of(shape.tokens());
            left += half == 0 ? weight : 0;
            right += half == 0 ? 0 : weight;
        }
        return halves;
    }
}

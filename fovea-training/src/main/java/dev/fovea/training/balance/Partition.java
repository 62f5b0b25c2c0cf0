package dev.fovea.training.balance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Weights shared out to equally many a part, so that the heaviest part is light: Karmarkar and Karp's differencing, then swaps of
 * pairs. Equal to the field's packers wherever {@link Refinement} works to its end.
 */
public final class Partition {

    private Partition() {}

    /**
     * Shares weights out.
     *
     * @param weights a multiple of {@code parts} numbers, each at least 0
     * @param parts at least 1
     * @return for each part the indices of its weights, ascending but for those that were swapped into another's place
     */
    public static List<List<Integer>> of(long[] weights, int parts) {
        if (weights.length % parts != 0) {
            throw new IllegalArgumentException(weights.length + " weights for " + parts + " parts");
        }
        if (weights.length == 0) {
            return Collections.nCopies(parts, List.of());
        }
        List<List<Integer>> differenced = differenced(weights, parts).sets.stream()
                .map(WeighedSet::indices)
                .toList();
        return Refinement.of(weights, differenced);
    }

    private static Differencing differenced(long[] weights, int parts) {
        List<Integer> ascending = IntStream.range(0, weights.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(i -> weights[i]).thenComparing(i -> i))
                .toList();
        PriorityQueue<Differencing> states = new PriorityQueue<>();
        for (int at = 0; at < weights.length; at += parts) {
            states.add(Differencing.of(ascending.subList(at, at + parts), weights));
        }
        Differencing widest = states.remove();
        while (!states.isEmpty()) {
            states.add(widest.merged(states.remove()));
            widest = states.remove();
        }
        return widest;
    }

    /** One set a part, heaviest first. The widest spread is merged first. */
    private record Differencing(List<WeighedSet> sets) implements Comparable<Differencing> {

        static Differencing of(List<Integer> indices, long[] weights) {
            List<WeighedSet> sets = new ArrayList<>(indices.size());
            indices.forEach(index -> sets.add(new WeighedSet(weights[index], index, null, null)));
            sets.sort(Comparator.reverseOrder());
            return new Differencing(sets);
        }

        /** The heaviest of one with the lightest of the other. */
        Differencing merged(Differencing other) {
            List<WeighedSet> merged = new ArrayList<>(sets.size());
            for (int i = 0; i < sets.size(); i++) {
                merged.add(sets.get(i).merged(other.sets.get(sets.size() - 1 - i)));
            }
            merged.sort(Comparator.reverseOrder());
            return new Differencing(merged);
        }

        private long spread() {
            return sets.getFirst().total() - sets.getLast().total();
        }

        @Override
        public int compareTo(Differencing other) {
            int wider = Long.compare(other.spread(), spread());
            return wider != 0 ? wider : other.sets.getFirst().compareTo(sets.getFirst());
        }
    }
}

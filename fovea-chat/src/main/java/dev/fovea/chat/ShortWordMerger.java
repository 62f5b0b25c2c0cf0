package dev.fovea.chat;

import java.util.Arrays;

/** {@link WordMerger} for words of a few bytes, which nearly all are: looking at all pairs again costs less than a queue of them. */
final class ShortWordMerger {

    /** Measured: up to about so many bytes it is faster than the queue. */
    static final int LONGEST = 40;

    private ShortWordMerger() {}

    static int[] merge(MergeTable table, int[] tokens) {
        int size = tokens.length;
        long[] merges = new long[size];
        for (int i = 0; i + 1 < size; i++) {
            merges[i] = table.find(tokens[i], tokens[i + 1]);
        }
        for (int best = best(merges, size); best >= 0; best = best(merges, size)) {
            tokens[best] = MergeTable.result(merges[best]);
            System.arraycopy(tokens, best + 2, tokens, best + 1, size - best - 2);
            System.arraycopy(merges, best + 2, merges, best + 1, size - best - 2);
            size--;
            merges[best] = best + 1 < size ? table.find(tokens[best], tokens[best + 1]) : MergeTable.NONE;
            if (best > 0) {
                merges[best - 1] = table.find(tokens[best - 1], tokens[best]);
            }
        }
        return size == tokens.length ? tokens : Arrays.copyOf(tokens, size);
    }

    /** The pair of the lowest rank, the leftmost of equals, or -1. */
    private static int best(long[] merges, int size) {
        int best = -1;
        long lowest = Long.MAX_VALUE;
        for (int i = 0; i + 1 < size; i++) {
            // rank stands in the upper half, so that packed merges compare by it; equal ranks are equal merges
            if (merges[i] != MergeTable.NONE && merges[i] < lowest) {
                lowest = merges[i];
                best = i;
            }
        }
        return best;
    }
}

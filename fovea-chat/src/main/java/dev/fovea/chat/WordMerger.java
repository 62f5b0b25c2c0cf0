package dev.fovea.chat;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Byte-pair encoding of one word: again and again the adjacent pair of the lowest rank merges, the leftmost of equals. With a
 * queue of candidates it stays n log n on words of a megabyte.
 */
final class WordMerger {

    private final MergeTable table;
    private final int[] tokens;
    private final int[] next;
    private final int[] previous;
    /** Rank and position, packed so that the natural order is the order of merging. */
    private final PriorityQueue<Long> candidates = new PriorityQueue<>();

    private WordMerger(MergeTable table, int[] bytes) {
        this.table = table;
        this.tokens = bytes;
        this.next = new int[bytes.length];
        this.previous = new int[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            next[i] = i + 1;
            previous[i] = i - 1;
        }
    }

    /** The word's tokens; {@code bytes} holds one token a byte and is used up. */
    static int[] merge(MergeTable table, int[] bytes) {
        if (bytes.length < 2) {
            return bytes;
        }
        return bytes.length <= ShortWordMerger.LONGEST ? ShortWordMerger.merge(table, bytes) : byQueue(table, bytes);
    }

    /** The same for words of any length. */
    static int[] byQueue(MergeTable table, int[] bytes) {
        return new WordMerger(table, bytes).merged();
    }

    private int[] merged() {
        for (int i = 0; i + 1 < tokens.length; i++) {
            offer(i);
        }
        for (Long best = candidates.poll(); best != null; best = candidates.poll()) {
            int at = best.intValue();
            if (tokens[at] < 0 || next[at] == tokens.length) {
                continue;
            }
            long merge = table.find(tokens[at], tokens[next[at]]);
            // a candidate whose pair has changed since it was offered
            if (merge == MergeTable.NONE || MergeTable.rank(merge) != (int) (best >>> 32)) {
                continue;
            }
            join(at, MergeTable.result(merge));
        }
        return Arrays.stream(tokens).filter(token -> token >= 0).toArray();
    }

    private void join(int at, int result) {
        int right = next[at];
        tokens[at] = result;
        tokens[right] = -1;
        next[at] = next[right];
        if (next[at] < tokens.length) {
            previous[next[at]] = at;
            offer(at);
        }
        if (previous[at] >= 0) {
            offer(previous[at]);
        }
    }

    private void offer(int at) {
        long merge = table.find(tokens[at], tokens[next[at]]);
        if (merge != MergeTable.NONE) {
            candidates.add(((long) MergeTable.rank(merge) << 32) | at);
        }
    }
}

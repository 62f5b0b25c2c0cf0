package dev.fovea.chat;

import java.util.Arrays;

/** Which pairs of tokens merge: pair to rank and result. An open-addressing table, since every pair of every word asks it. */
final class MergeTable {

    /** What {@link #find} answers for a pair that does not merge. */
    static final long NONE = -1;

    private final long[] pairs;
    private final long[] merges;

    MergeTable(int size) {
        int capacity = Integer.highestOneBit(Math.max(size, 8)) * 4;
        pairs = new long[capacity];
        merges = new long[capacity];
        Arrays.fill(pairs, NONE);
    }

    /** Adds a merge; a pair that is there already keeps its first rank. */
    void put(int left, int right, int rank, int result) {
        int slot = slot(left, right);
        if (pairs[slot] == NONE) {
            pairs[slot] = pack(left, right);
            merges[slot] = pack(rank, result);
        }
    }

    /** Rank and result, packed, or {@link #NONE}. */
    long find(int left, int right) {
        int slot = slot(left, right);
        return pairs[slot] == NONE ? NONE : merges[slot];
    }

    static int rank(long merge) {
        return (int) (merge >>> 32);
    }

    static int result(long merge) {
        return (int) merge;
    }

    private int slot(int left, int right) {
        long pair = pack(left, right);
        long mixed = pair * 0x9E3779B97F4A7C15L; // Fibonacci hashing
        int slot = (int) (mixed >>> 32) & (pairs.length - 1);
        while (pairs[slot] != NONE && pairs[slot] != pair) {
            slot = (slot + 1) & (pairs.length - 1);
        }
        return slot;
    }

    private static long pack(int high, int low) {
        return ((long) high << 32) | (low & 0xFFFFFFFFL);
    }
}

package dev.fovea.training.pack;

import java.util.Arrays;

/**
 * Free tokens of rows, so that the first row with enough of them is found in the logarithm of their number: a tournament whose
 * winner is the freest. Rows that are not in it have none.
 */
final class FreeSpace {

    private static final int FIRST_CAPACITY = 64;

    /** A heap-ordered tree: leaf of row {@code r} at {@code capacity + r}, each inner node the larger of its two. */
    private int[] tree = new int[2 * FIRST_CAPACITY];

    private int capacity = FIRST_CAPACITY;

    void set(int row, int free) {
        while (row >= capacity) {
            grow();
        }
        int at = capacity + row;
        tree[at] = free;
        for (at >>= 1; at > 0; at >>= 1) {
            tree[at] = Math.max(tree[2 * at], tree[2 * at + 1]);
        }
    }

    private void grow() {
        int[] leaves = Arrays.copyOfRange(tree, capacity, 2 * capacity);
        capacity *= 2;
        tree = new int[2 * capacity];
        System.arraycopy(leaves, 0, tree, capacity, leaves.length);
        for (int at = capacity - 1; at > 0; at--) {
            tree[at] = Math.max(tree[2 * at], tree[2 * at + 1]);
        }
    }

    /** The first row from {@code start} on with at least {@code need} free tokens, which is at least 1; -1 where there is none. */
    int first(int start, int need) {
        if (start >= capacity) {
            return -1;
        }
        int at = capacity + start;
        while (tree[at] < need) {
            while ((at & 1) == 1) {
                at >>= 1;
            }
            if (at == 0) {
                return -1;
            }
            at++;
        }
        while (at < capacity) {
            at *= 2;
            at += tree[at] < need ? 1 : 0;
        }
        return at - capacity;
    }
}

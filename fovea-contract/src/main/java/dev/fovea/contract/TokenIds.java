package dev.fovea.contract;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.checkIndex;

import java.util.Arrays;
import java.util.stream.IntStream;

/** An immutable sequence of token ids, each at least 0. Says nothing about the token space; see {@link ExpandedIds}. */
public final class TokenIds {

    private static final TokenIds EMPTY = new TokenIds(new int[0]);

    private final int[] ids;

    private TokenIds(int[] ids) {
        this.ids = ids;
    }

    public static TokenIds empty() {
        return EMPTY;
    }

    /** A copy of the given ids. */
    public static TokenIds of(int... ids) {
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] < 0) {
                throw new IllegalArgumentException("token id " + ids[i] + " at index " + i + " is negative");
            }
        }
        return ids.length == 0 ? EMPTY : new TokenIds(ids.clone());
    }

    public int size() {
        return ids.length;
    }

    public boolean isEmpty() {
        return ids.length == 0;
    }

    public int get(int index) {
        return ids[checkIndex(index, ids.length)];
    }

    public TokenIds slice(int from, int to) {
        checkFromToIndex(from, to, ids.length);
        return from == to ? EMPTY : new TokenIds(Arrays.copyOfRange(ids, from, to));
    }

    public TokenIds concat(TokenIds next) {
        int[] joined = Arrays.copyOf(ids, ids.length + next.ids.length);
        System.arraycopy(next.ids, 0, joined, ids.length, next.ids.length);
        return new TokenIds(joined);
    }

    /** The index of the first difference, or -1 where both are equal. */
    public int mismatch(TokenIds other) {
        return Arrays.mismatch(ids, other.ids);
    }

    public boolean startsWith(TokenIds prefix) {
        return prefix.ids.length <= ids.length
                && Arrays.equals(ids, 0, prefix.ids.length, prefix.ids, 0, prefix.ids.length);
    }

    /** Copies all ids into {@code target} from index {@code at} on. */
    public void copyTo(int[] target, int at) {
        System.arraycopy(ids, 0, target, at, ids.length);
    }

    public int[] toArray() {
        return ids.clone();
    }

    public IntStream stream() {
        return Arrays.stream(ids);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenIds that && Arrays.equals(ids, that.ids);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ids);
    }

    @Override
    public String toString() {
        return ids.length <= 32
                ? Arrays.toString(ids)
                : Arrays.toString(Arrays.copyOf(ids, 32)) + "… (" + ids.length + ")";
    }
}

package dev.fovea.contract;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.checkIndex;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An immutable sequence of token ids, each at least 0. Says nothing about the token space; see {@link ExpandedIds}.
 *
 * <p>Joined and cut sequences share the arrays of those that they were made of: a turn's prompt holds the turn before, and a
 * hundred turns of a hundred thousand tokens would otherwise copy all of it again each time.
 */
public final class TokenIds {

    private static final TokenIds EMPTY = new TokenIds(new int[0][], new int[0], new int[0]);

    /** Up to so many ids a copy costs less than one more piece. */
    private static final int COPIED = 512;

    /** Never changed once it is here. */
    private final int[][] pieces;
    /** Index of each piece's first id in its array. */
    private final int[] from;
    /** Index, in the whole sequence, behind each piece's last id. */
    private final int[] ends;

    private TokenIds(int[][] pieces, int[] from, int[] ends) {
        this.pieces = pieces;
        this.from = from;
        this.ends = ends;
    }

    private static TokenIds whole(int[] ids) {
        return ids.length == 0 ? EMPTY : new TokenIds(new int[][] {ids}, new int[1], new int[] {ids.length});
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
        return whole(ids.clone());
    }

    public int size() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    public boolean isEmpty() {
        return ends.length == 0;
    }

    public int get(int index) {
        checkIndex(index, size());
        int piece = piece(index);
        return pieces[piece][from[piece] + index - start(piece)];
    }

    /** The piece that holds an index. */
    private int piece(int index) {
        if (ends.length == 1) {
            return 0;
        }
        int found = Arrays.binarySearch(ends, index + 1);
        return found >= 0 ? found : -found - 1;
    }

    private int start(int piece) {
        return piece == 0 ? 0 : ends[piece - 1];
    }

    private int length(int piece) {
        return ends[piece] - start(piece);
    }

    public TokenIds slice(int first, int to) {
        checkFromToIndex(first, to, size());
        if (to - first <= COPIED) {
            int[] copy = new int[to - first];
            copyRange(first, to, copy, 0);
            return whole(copy);
        }
        if (first == 0 && to == size()) {
            return this;
        }
        int low = piece(first);
        int high = piece(to - 1);
        int[] cutFrom = Arrays.copyOfRange(from, low, high + 1);
        cutFrom[0] += first - start(low);
        int[] cutEnds = new int[high + 1 - low];
        for (int i = 0; i < cutEnds.length; i++) {
            cutEnds[i] = Math.min(ends[low + i], to) - first;
        }
        return new TokenIds(Arrays.copyOfRange(pieces, low, high + 1), cutFrom, cutEnds);
    }

    public TokenIds concat(TokenIds next) {
        if (isEmpty() || next.isEmpty()) {
            return isEmpty() ? next : this;
        }
        Math.addExact(size(), next.size());
        int last = ends.length - 1;
        if (length(last) + next.ends[0] <= COPIED) {
            return joined(next, last);
        }
        int[][] allPieces = Arrays.copyOf(pieces, pieces.length + next.pieces.length);
        int[] allFrom = Arrays.copyOf(from, allPieces.length);
        int[] allEnds = Arrays.copyOf(ends, allPieces.length);
        for (int i = 0; i < next.pieces.length; i++) {
            allPieces[pieces.length + i] = next.pieces[i];
            allFrom[pieces.length + i] = next.from[i];
            allEnds[pieces.length + i] = size() + next.ends[i];
        }
        return new TokenIds(allPieces, allFrom, allEnds);
    }

    /** With the two short pieces at the seam made one, so that many short ids never are many pieces. */
    private TokenIds joined(TokenIds next, int last) {
        int left = length(last);
        int[] seam = new int[left + next.ends[0]];
        System.arraycopy(pieces[last], from[last], seam, 0, left);
        System.arraycopy(next.pieces[0], next.from[0], seam, left, next.ends[0]);
        int[][] allPieces = Arrays.copyOf(pieces, last + next.pieces.length);
        int[] allFrom = Arrays.copyOf(from, allPieces.length);
        int[] allEnds = Arrays.copyOf(ends, allPieces.length);
        allPieces[last] = seam;
        allFrom[last] = 0;
        allEnds[last] = size() + next.ends[0];
        for (int i = 1; i < next.pieces.length; i++) {
            allPieces[last + i] = next.pieces[i];
            allFrom[last + i] = next.from[i];
            allEnds[last + i] = size() + next.ends[i];
        }
        return new TokenIds(allPieces, allFrom, allEnds);
    }

    /** The index of the first difference, or -1 where both are equal. */
    public int mismatch(TokenIds other) {
        int common = Math.min(size(), other.size());
        int at = 0;
        int mine = 0;
        int theirs = 0;
        while (at < common) {
            int until = Math.min(ends[mine], other.ends[theirs]);
            int a = from[mine] + at - start(mine);
            int b = other.from[theirs] + at - other.start(theirs);
            if (pieces[mine] != other.pieces[theirs] || a != b) {
                int differs = Arrays.mismatch(pieces[mine], a, a + until - at, other.pieces[theirs], b, b + until - at);
                if (differs >= 0) {
                    return at + differs;
                }
            }
            at = until;
            mine += until == ends[mine] ? 1 : 0;
            theirs += until == other.ends[theirs] ? 1 : 0;
        }
        return size() == other.size() ? -1 : common;
    }

    public boolean startsWith(TokenIds prefix) {
        int differs = mismatch(prefix);
        return differs < 0 || differs == prefix.size();
    }

    /** Copies all ids into {@code target} from index {@code at} on. */
    public void copyTo(int[] target, int at) {
        copyRange(0, size(), target, at);
    }

    private void copyRange(int first, int to, int[] target, int at) {
        int done = first;
        while (done < to) {
            int piece = piece(done);
            int length = Math.min(ends[piece], to) - done;
            System.arraycopy(pieces[piece], from[piece] + done - start(piece), target, at + done - first, length);
            done += length;
        }
    }

    /** What is done with each stretch of ids, in order. */
    @FunctionalInterface
    public interface PieceVisitor<E extends Exception> {
        /** The ids {@code from} to {@code to} of an array that must not be changed. */
        void stretch(int[] ids, int from, int to) throws E;
    }

    /** Shows every stretch to a visitor, in order; for encoders, which a look-up a token would slow. */
    public <E extends Exception> void visit(PieceVisitor<E> visitor) throws E {
        for (int piece = 0; piece < ends.length; piece++) {
            visitor.stretch(pieces[piece], from[piece], from[piece] + length(piece));
        }
    }

    public int[] toArray() {
        int[] ids = new int[size()];
        copyTo(ids, 0);
        return ids;
    }

    public IntStream stream() {
        return ends.length == 1
                ? Arrays.stream(pieces[0], from[0], from[0] + ends[0])
                : IntStream.range(0, ends.length).flatMap(i -> Arrays.stream(pieces[i], from[i], from[i] + length(i)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenIds that && size() == that.size() && mismatch(that) < 0;
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int piece = 0; piece < ends.length; piece++) {
            for (int i = from[piece]; i < from[piece] + length(piece); i++) {
                hash = 31 * hash + pieces[piece][i];
            }
        }
        return hash;
    }

    @Override
    public String toString() {
        return size() <= 32
                ? Arrays.toString(toArray())
                : Arrays.toString(slice(0, 32).toArray()) + "… (" + size() + ")";
    }
}

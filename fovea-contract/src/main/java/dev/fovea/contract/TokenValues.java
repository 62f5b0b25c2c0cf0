package dev.fovea.contract;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.checkIndex;

import java.util.Arrays;

/**
 * One immutable number a token: log-probabilities, advantages, temperatures, loss weights.
 *
 * <p>Held as pieces, each a constant or a stretch of a shared array: prompts have no log-probability and whole samples one
 * temperature, so that most tokens of most streams cost no memory and joining copies nothing.
 */
public final class TokenValues {

    private static final double[] CONSTANT = {};

    private static final TokenValues EMPTY = new TokenValues(new double[0][], new int[0], new double[0], new int[0]);

    /** Array of each piece, never changed; a piece of one constant has {@link #CONSTANT}. */
    private final double[][] arrays;
    /** Index of each piece's first value in its array. */
    private final int[] from;
    /** Value of each constant piece. */
    private final double[] constants;
    /** Index, in the whole sequence, behind each piece's last value. */
    private final int[] ends;

    private TokenValues(double[][] arrays, int[] from, double[] constants, int[] ends) {
        this.arrays = arrays;
        this.from = from;
        this.constants = constants;
        this.ends = ends;
    }

    public static TokenValues empty() {
        return EMPTY;
    }

    /** A copy of the given values. */
    public static TokenValues of(double... values) {
        return new Builder().add(values.clone(), 0, values.length).build();
    }

    /** {@code size} tokens of one value. */
    public static TokenValues filled(int size, double value) {
        return new Builder().add(value, size).build();
    }

    /** One value wherever a mask is true and 0 elsewhere. */
    public static TokenValues where(TokenMask mask, double value) {
        Builder values = new Builder();
        mask.forEachRun((truth, tokens) -> values.add(truth ? value : 0.0, tokens));
        return values.build();
    }

    /**
     * The given values, one a true of the mask, and 0 elsewhere.
     *
     * @throws IllegalArgumentException where the counts differ
     */
    public static TokenValues spread(TokenMask mask, TokenValues sampled) {
        if (mask.count() != sampled.size()) {
            throw new IllegalArgumentException(sampled.size() + " values for " + mask.count() + " tokens");
        }
        Builder values = new Builder();
        int[] next = {0};
        mask.forEachRun((truth, tokens) -> {
            if (truth) {
                values.add(sampled, next[0], next[0] + tokens);
                next[0] += tokens;
            } else {
                values.add(0.0, tokens);
            }
        });
        return values.build();
    }

    public int size() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    public double get(int index) {
        checkIndex(index, size());
        int piece = piece(index);
        return arrays[piece] == CONSTANT ? constants[piece] : arrays[piece][from[piece] + index - start(piece)];
    }

    private int piece(int index) {
        int found = Arrays.binarySearch(ends, index + 1);
        return found >= 0 ? found : -found - 1;
    }

    private int start(int piece) {
        return piece == 0 ? 0 : ends[piece - 1];
    }

    public TokenValues slice(int first, int to) {
        return new Builder().add(this, first, to).build();
    }

    public TokenValues concat(TokenValues next) {
        return new Builder().add(this, 0, size()).add(next, 0, next.size()).build();
    }

    /** Copies all values into {@code target} from index {@code at} on. */
    public void copyTo(double[] target, int at) {
        for (int piece = 0; piece < ends.length; piece++) {
            int start = start(piece);
            if (arrays[piece] == CONSTANT) {
                Arrays.fill(target, at + start, at + ends[piece], constants[piece]);
            } else {
                System.arraycopy(arrays[piece], from[piece], target, at + start, ends[piece] - start);
            }
        }
    }

    public double[] toArray() {
        double[] values = new double[size()];
        copyTo(values, 0);
        return values;
    }

    /** What is done with each piece, in order. */
    public interface PieceVisitor<E extends Exception> {

        /** A stretch of equal values. */
        void constant(double value, int tokens) throws E;

        /** The values {@code from} to {@code to} of an array that must not be changed. */
        void stretch(double[] values, int from, int to) throws E;
    }

    /** Shows every piece to a visitor, in order; for encoders, which a look-up a token would slow. */
    public <E extends Exception> void visit(PieceVisitor<E> visitor) throws E {
        for (int piece = 0; piece < ends.length; piece++) {
            int length = ends[piece] - start(piece);
            if (arrays[piece] == CONSTANT) {
                visitor.constant(constants[piece], length);
            } else {
                visitor.stretch(arrays[piece], from[piece], from[piece] + length);
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenValues that && size() == that.size() && Arrays.equals(toArray(), that.toArray());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(toArray());
    }

    @Override
    public String toString() {
        return Arrays.toString(toArray());
    }

    /** Values in the making. One thread. */
    public static final class Builder {

        /** Up to so many values a copy costs less than one more piece. */
        private static final int COPIED = 32;

        private double[][] arrays = new double[4][];
        private int[] from = new int[4];
        private double[] constants = new double[4];
        private int[] ends = new int[4];
        private int pieces;
        private int size;

        /** Adds {@code tokens} times one value. */
        public Builder add(double value, int tokens) {
            if (tokens == 0) {
                return this;
            }
            // told apart by bits: -0.0 and 0.0 are two values on the wire
            boolean grows = pieces > 0
                    && arrays[pieces - 1] == CONSTANT
                    && Double.doubleToRawLongBits(constants[pieces - 1]) == Double.doubleToRawLongBits(value);
            size = Math.addExact(size, tokens);
            if (grows) {
                ends[pieces - 1] = size;
            } else {
                addPiece(CONSTANT, 0, value);
            }
            return this;
        }

        /** Adds a stretch of other values; long ones are shared. */
        public Builder add(TokenValues values, int first, int to) {
            checkFromToIndex(first, to, values.size());
            int at = first;
            while (at < to) {
                int piece = values.piece(at);
                int end = Math.min(values.ends[piece], to);
                if (values.arrays[piece] == CONSTANT) {
                    add(values.constants[piece], end - at);
                } else {
                    int start = values.from[piece] + at - values.start(piece);
                    add(values.arrays[piece], start, start + end - at);
                }
                at = end;
            }
            return this;
        }

        /** Takes over an array that nobody changes any more. */
        private Builder add(double[] values, int first, int to) {
            if (first == to) {
                return this;
            }
            int length = to - first;
            int before = size;
            size = Math.addExact(size, length);
            int last = pieces - 1;
            boolean joins = pieces > 0
                    && arrays[last] != CONSTANT
                    && before - (last == 0 ? 0 : ends[last - 1]) + length <= COPIED;
            if (joins) {
                int start = last == 0 ? 0 : ends[last - 1];
                double[] joined = Arrays.copyOfRange(arrays[last], from[last], from[last] + size - start);
                System.arraycopy(values, first, joined, before - start, length);
                arrays[last] = joined;
                from[last] = 0;
                ends[last] = size;
            } else {
                addPiece(values, first, 0);
            }
            return this;
        }

        private void addPiece(double[] array, int first, double constant) {
            if (pieces == ends.length) {
                arrays = Arrays.copyOf(arrays, pieces * 2);
                from = Arrays.copyOf(from, pieces * 2);
                constants = Arrays.copyOf(constants, pieces * 2);
                ends = Arrays.copyOf(ends, pieces * 2);
            }
            arrays[pieces] = array;
            from[pieces] = first;
            constants[pieces] = constant;
            ends[pieces++] = size;
        }

        public TokenValues build() {
            return pieces == 0
                    ? EMPTY
                    : new TokenValues(
                            Arrays.copyOf(arrays, pieces),
                            Arrays.copyOf(from, pieces),
                            Arrays.copyOf(constants, pieces),
                            Arrays.copyOf(ends, pieces));
        }
    }
}

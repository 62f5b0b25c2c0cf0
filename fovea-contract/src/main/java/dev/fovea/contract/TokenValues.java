package dev.fovea.contract;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.checkIndex;

import java.util.Arrays;

/** One immutable number a token: log-probabilities, advantages, temperatures, loss weights. */
public final class TokenValues {

    private final double[] values;

    private TokenValues(double[] values) {
        this.values = values;
    }

    public static TokenValues of(double... values) {
        return new TokenValues(values.clone());
    }

    /** {@code size} tokens of one value. */
    public static TokenValues filled(int size, double value) {
        double[] values = new double[size];
        Arrays.fill(values, value);
        return new TokenValues(values);
    }

    public int size() {
        return values.length;
    }

    public double get(int index) {
        return values[checkIndex(index, values.length)];
    }

    public TokenValues slice(int from, int to) {
        checkFromToIndex(from, to, values.length);
        return new TokenValues(Arrays.copyOfRange(values, from, to));
    }

    public TokenValues concat(TokenValues next) {
        double[] joined = Arrays.copyOf(values, values.length + next.values.length);
        System.arraycopy(next.values, 0, joined, values.length, next.values.length);
        return new TokenValues(joined);
    }

    public double[] toArray() {
        return values.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenValues that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}

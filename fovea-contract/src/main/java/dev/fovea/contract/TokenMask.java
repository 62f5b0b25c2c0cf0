package dev.fovea.contract;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.checkIndex;

import java.util.Arrays;

/** One immutable truth value a token. */
public final class TokenMask {

    private final boolean[] values;

    private TokenMask(boolean[] values) {
        this.values = values;
    }

    public static TokenMask of(boolean... values) {
        return new TokenMask(values.clone());
    }

    /** {@code size} tokens of one value. */
    public static TokenMask filled(int size, boolean value) {
        boolean[] values = new boolean[size];
        Arrays.fill(values, value);
        return new TokenMask(values);
    }

    public int size() {
        return values.length;
    }

    public boolean get(int index) {
        return values[checkIndex(index, values.length)];
    }

    /** How many tokens are true. */
    public int count() {
        int count = 0;
        for (boolean value : values) {
            count += value ? 1 : 0;
        }
        return count;
    }

    public TokenMask slice(int from, int to) {
        checkFromToIndex(from, to, values.length);
        return new TokenMask(Arrays.copyOfRange(values, from, to));
    }

    public TokenMask concat(TokenMask next) {
        boolean[] joined = Arrays.copyOf(values, values.length + next.values.length);
        System.arraycopy(next.values, 0, joined, values.length, next.values.length);
        return new TokenMask(joined);
    }

    public boolean[] toArray() {
        return values.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenMask that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(values.length);
        for (boolean value : values) {
            text.append(value ? '1' : '0');
        }
        return text.toString();
    }
}

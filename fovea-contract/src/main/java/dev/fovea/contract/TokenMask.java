package dev.fovea.contract;

import static java.util.Objects.checkFromToIndex;
import static java.util.Objects.checkIndex;

import java.util.Arrays;

/** One immutable truth value a token. Held as runs of equal values: a prompt of a hundred thousand tokens has a few dozen. */
public final class TokenMask {

    /** Index behind each run; values alternate from run to run. */
    private final int[] ends;

    private final boolean first;

    private TokenMask(int[] ends, boolean first) {
        this.ends = ends;
        this.first = first;
    }

    public static TokenMask of(boolean... values) {
        Builder mask = new Builder();
        for (boolean value : values) {
            mask.add(value, 1);
        }
        return mask.build();
    }

    /** {@code size} tokens of one value. */
    public static TokenMask filled(int size, boolean value) {
        return new TokenMask(size == 0 ? new int[0] : new int[] {size}, value);
    }

    public int size() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    public boolean get(int index) {
        checkIndex(index, size());
        return value(run(index));
    }

    private int run(int index) {
        int found = Arrays.binarySearch(ends, index + 1);
        return found >= 0 ? found : -found - 1;
    }

    private boolean value(int run) {
        return first ^ ((run & 1) == 1);
    }

    /** How many tokens are true. */
    public int count() {
        int count = 0;
        for (int run = first ? 0 : 1; run < ends.length; run += 2) {
            count += ends[run] - (run == 0 ? 0 : ends[run - 1]);
        }
        return count;
    }

    public TokenMask slice(int from, int to) {
        checkFromToIndex(from, to, size());
        Builder mask = new Builder();
        addTo(mask, from, to);
        return mask.build();
    }

    public TokenMask concat(TokenMask next) {
        Builder mask = new Builder();
        addTo(mask, 0, size());
        next.addTo(mask, 0, next.size());
        return mask.build();
    }

    private void addTo(Builder mask, int from, int to) {
        int at = from;
        while (at < to) {
            int run = run(at);
            int end = Math.min(ends[run], to);
            mask.add(value(run), end - at);
            at = end;
        }
    }

    /** What is done with each run of equal values, in order. */
    @FunctionalInterface
    public interface RunVisitor<E extends Exception> {
        void run(boolean value, int tokens) throws E;
    }

    /** Shows every run to a visitor, in order. */
    public <E extends Exception> void forEachRun(RunVisitor<E> visitor) throws E {
        for (int run = 0; run < ends.length; run++) {
            visitor.run(value(run), ends[run] - (run == 0 ? 0 : ends[run - 1]));
        }
    }

    public boolean[] toArray() {
        boolean[] values = new boolean[size()];
        for (int run = first ? 0 : 1; run < ends.length; run += 2) {
            Arrays.fill(values, run == 0 ? 0 : ends[run - 1], ends[run], true);
        }
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenMask that
                && (ends.length == 0 || first == that.first)
                && Arrays.equals(ends, that.ends);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(ends) + (ends.length > 0 && first ? 1 : 0);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(size());
        for (boolean value : toArray()) {
            text.append(value ? '1' : '0');
        }
        return text.toString();
    }

    /** A mask in the making. One thread. */
    public static final class Builder {

        private int[] ends = new int[8];
        private int runs;
        private int size;
        private boolean first;
        private boolean last;

        /** Adds another mask. */
        public Builder add(TokenMask mask) {
            mask.forEachRun(this::add);
            return this;
        }

        /** Adds {@code tokens} equal values. */
        public Builder add(boolean value, int tokens) {
            if (tokens == 0) {
                return this;
            }
            if (runs == 0 || last != value) {
                first = runs == 0 ? value : first;
                last = value;
                ends = runs == ends.length ? Arrays.copyOf(ends, runs * 2) : ends;
                runs++;
            }
            size = Math.addExact(size, tokens);
            ends[runs - 1] = size;
            return this;
        }

        public TokenMask build() {
            return new TokenMask(Arrays.copyOf(ends, runs), first);
        }
    }
}

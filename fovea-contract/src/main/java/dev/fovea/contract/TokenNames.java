package dev.fovea.contract;

import static java.util.Objects.checkIndex;

import java.util.Arrays;

/** One immutable name a token, for example its environment. Held as runs of equal names: a row has few of them. */
public final class TokenNames {

    private static final String[] NO_NAMES = {};

    private final String[] names;
    /** Index behind each run. */
    private final int[] ends;

    private TokenNames(String[] names, int[] ends) {
        this.names = names;
        this.ends = ends;
    }

    public static TokenNames of(String... names) {
        Builder runs = new Builder();
        for (String name : names) {
            runs.add(name, 1);
        }
        return runs.build();
    }

    /** {@code size} tokens of one name. */
    public static TokenNames filled(int size, String name) {
        return new Builder().add(name, size).build();
    }

    public int size() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    public String get(int index) {
        checkIndex(index, size());
        int found = Arrays.binarySearch(ends, index + 1);
        return names[found >= 0 ? found : -found - 1];
    }

    /** What is done with each run of equal names, in order. */
    @FunctionalInterface
    public interface RunVisitor<E extends Exception> {
        void run(String name, int tokens) throws E;
    }

    /** Shows every run to a visitor, in order. */
    public <E extends Exception> void forEachRun(RunVisitor<E> visitor) throws E {
        for (int i = 0; i < ends.length; i++) {
            visitor.run(names[i], ends[i] - (i == 0 ? 0 : ends[i - 1]));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenNames that && Arrays.equals(ends, that.ends) && Arrays.equals(names, that.names);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(ends);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        forEachRun((name, tokens) -> text.append(text.isEmpty() ? "" : ", ")
                .append(name)
                .append(" x")
                .append(tokens));
        return text.toString();
    }

    /** Names in the making. One thread. */
    public static final class Builder {

        private String[] names = NO_NAMES;
        private int[] ends = new int[0];
        private int runs;
        private int size;

        /** Adds {@code tokens} times one name. */
        public Builder add(String name, int tokens) {
            if (tokens == 0) {
                return this;
            }
            if (runs == 0 || !names[runs - 1].equals(name)) {
                if (runs == names.length) {
                    names = Arrays.copyOf(names, Math.max(4, runs * 2));
                    ends = Arrays.copyOf(ends, names.length);
                }
                names[runs++] = name;
            }
            size = Math.addExact(size, tokens);
            ends[runs - 1] = size;
            return this;
        }

        public TokenNames build() {
            return new TokenNames(Arrays.copyOf(names, runs), Arrays.copyOf(ends, runs));
        }
    }
}

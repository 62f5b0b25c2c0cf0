package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.Arrays;
import java.util.Objects;

/** A growing row of ints. */
final class IntList {

    private int[] values = new int[64];
    private int size;

    void add(int value) {
        ensure(1);
        values[size++] = value;
    }

    void fill(int value, int times) {
        ensure(times);
        Arrays.fill(values, size, size + times, value);
        size += times;
    }

    void addAll(TokenIds ids) {
        ensure(ids.size());
        ids.copyTo(values, size);
        size += ids.size();
    }

    void addAll(int[] more) {
        ensure(more.length);
        System.arraycopy(more, 0, values, size, more.length);
        size += more.length;
    }

    int get(int index) {
        return values[Objects.checkIndex(index, size)];
    }

    int size() {
        return size;
    }

    TokenIds slice(int from, int to) {
        Objects.checkFromToIndex(from, to, size);
        return TokenIds.of(Arrays.copyOfRange(values, from, to));
    }

    TokenIds toIds() {
        return TokenIds.of(Arrays.copyOf(values, size));
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }

    private void ensure(int more) {
        if (values.length - size < more) {
            values = Arrays.copyOf(values, Math.max(values.length * 2, Math.addExact(size, more)));
        }
    }
}

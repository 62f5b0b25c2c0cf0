package dev.fovea.training.balance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Indices and their weight, merged without copying. Sets never share an index, so that of two equally heavy ones the first index
 * decides.
 */
record WeighedSet(
        long total,
        int first,
        @Nullable WeighedSet left,
        @Nullable WeighedSet right) implements Comparable<WeighedSet> {

    WeighedSet merged(WeighedSet other) {
        return new WeighedSet(Math.addExact(total, other.total), first, this, other);
    }

    @Override
    public int compareTo(WeighedSet other) {
        int heavier = Long.compare(total, other.total);
        return heavier != 0 ? heavier : Integer.compare(first, other.first);
    }

    /** All of them, ascending. */
    List<Integer> indices() {
        List<Integer> indices = new ArrayList<>();
        Deque<WeighedSet> open = new ArrayDeque<>(List.of(this));
        while (!open.isEmpty()) {
            WeighedSet set = open.pop();
            if (set.left == null) {
                indices.add(set.first);
            } else {
                open.push(set.left);
                open.push(Objects.requireNonNull(set.right, "sets are merged in pairs"));
            }
        }
        Collections.sort(indices);
        return indices;
    }
}

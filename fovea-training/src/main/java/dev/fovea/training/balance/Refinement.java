package dev.fovea.training.balance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Swaps pairs between parts while a swap lowers the heaviest load, or else the spread: of all swaps always the best, of equally
 * good ones the first. Each round looks at every pair, so that its work grows with the square of the weights; see ADR 13 for where
 * it ends.
 */
final class Refinement {

    /**
     * Pairs that are looked at in all, some tenths of a second's worth. A thousand weights in eight parts get 228 rounds out of it,
     * fifteen thousand get one, and more get none: differencing alone then leaves less than one weight's difference.
     */
    static final long PAIRS = 100_000_000;

    private final long[] weights;
    private final List<int[]> parts = new ArrayList<>();
    private final long[] loads;
    private long pairsLeft = PAIRS;

    /** The best swap of a round. */
    private long bestMax;

    private long bestSpread;
    private int[] best = {};

    private Refinement(long[] weights, List<List<Integer>> parts) {
        this.weights = weights;
        parts.forEach(
                part -> this.parts.add(part.stream().mapToInt(Integer::intValue).toArray()));
        this.loads = this.parts.stream().mapToLong(this::load).toArray();
    }

    static List<List<Integer>> of(long[] weights, List<List<Integer>> parts) {
        Refinement refinement = new Refinement(weights, parts);
        while (refinement.mayLook() && refinement.swap()) {}
        return refinement.refined();
    }

    private long load(int[] part) {
        long load = 0;
        for (int index : part) {
            load += weights[index];
        }
        return load;
    }

    private boolean mayLook() {
        long each = weights.length / parts.size();
        pairsLeft -= each * each * parts.size() * (parts.size() - 1) / 2;
        return pairsLeft >= 0;
    }

    private boolean swap() {
        bestMax = max(-1, -1);
        bestSpread = bestMax - min(-1, -1);
        best = new int[0];
        for (int left = 0; left < parts.size(); left++) {
            for (int right = left + 1; right < parts.size(); right++) {
                look(left, right);
            }
        }
        if (best.length == 0) {
            return false;
        }
        int[] left = parts.get(best[0]);
        int[] right = parts.get(best[1]);
        int index = left[best[2]];
        left[best[2]] = right[best[3]];
        right[best[3]] = index;
        loads[best[0]] = load(left);
        loads[best[1]] = load(right);
        return true;
    }

    /** Where a pair of parts is neither the heaviest nor the lightest, no swap of theirs changes what is to be lowered. */
    private void look(int left, int right) {
        long otherMax = max(left, right);
        long otherMin = min(left, right);
        if (otherMax == max(-1, -1) && otherMin == min(-1, -1)) {
            return;
        }
        long[] ofLeft = weightsOf(parts.get(left));
        long[] ofRight = weightsOf(parts.get(right));
        for (int i = 0; i < ofLeft.length; i++) {
            for (int j = 0; j < ofRight.length; j++) {
                long moved = ofRight[j] - ofLeft[i];
                long newLeft = loads[left] + moved;
                long newRight = loads[right] - moved;
                long max = Math.max(otherMax, Math.max(newLeft, newRight));
                if (max > bestMax) {
                    continue;
                }
                long spread = max - Math.min(otherMin, Math.min(newLeft, newRight));
                if (max < bestMax || spread < bestSpread) {
                    bestMax = max;
                    bestSpread = spread;
                    best = new int[] {left, right, i, j};
                }
            }
        }
    }

    private long[] weightsOf(int[] part) {
        long[] own = new long[part.length];
        for (int i = 0; i < part.length; i++) {
            own[i] = weights[part[i]];
        }
        return own;
    }

    private long max(int except, int also) {
        long max = Long.MIN_VALUE;
        for (int i = 0; i < loads.length; i++) {
            max = i == except || i == also ? max : Math.max(max, loads[i]);
        }
        return max;
    }

    private long min(int except, int also) {
        long min = Long.MAX_VALUE;
        for (int i = 0; i < loads.length; i++) {
            min = i == except || i == also ? min : Math.min(min, loads[i]);
        }
        return min;
    }

    private List<List<Integer>> refined() {
        return parts.stream()
                .map(part -> {
                    List<Integer> indices = new ArrayList<>(part.length);
                    for (int index : part) {
                        indices.add(index);
                    }
                    return Collections.unmodifiableList(indices);
                })
                .toList();
    }
}

package dev.fovea.examples.colorcodeword;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * An endless, repeatable sequence of tasks, and a set of codewords that it never shows. Which codewords are held out depends on
 * their length only, so that runs with other seeds are judged on the same ones.
 */
public final class CodewordTasks {

    private static final long HELD_OUT_SEED = 20_260_801;

    private final int squaresPerTurn;
    private final long codewords;
    private final Set<Long> heldOut;

    /**
     * Tasks of one size.
     *
     * @param squaresPerTurn 1 or 2
     * @param heldOut how many codewords are kept for evaluation
     */
    public CodewordTasks(int squaresPerTurn, int heldOut) {
        this.squaresPerTurn = squaresPerTurn;
        this.codewords = Math.round(Math.pow(SquareColor.values().length, CodewordTask.TURNS * squaresPerTurn));
        this.heldOut = Collections.unmodifiableSet(draw(heldOut));
    }

    private Set<Long> draw(int count) {
        Random random = new Random(HELD_OUT_SEED);
        Set<Long> drawn = new LinkedHashSet<>();
        while (drawn.size() < count) {
            drawn.add(random.nextLong(codewords));
        }
        return drawn;
    }

    /** The held-out tasks, always the same, in a fixed order. */
    public List<CodewordTask> heldOut() {
        return heldOut.stream()
                .map(number -> CodewordTask.ofNumber(number, squaresPerTurn))
                .toList();
    }

    /** Task {@code index} of the sequence with this seed; uniform over all codewords that are not held out. */
    public CodewordTask task(long seed, long index) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + index);
        long number;
        do {
            number = random.nextLong(codewords);
        } while (heldOut.contains(number));
        return CodewordTask.ofNumber(number, squaresPerTurn);
    }
}

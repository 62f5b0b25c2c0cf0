package dev.fovea.policy;

import java.util.SplittableRandom;

/** Random numbers that are a function of seed and place: draw {@code n} is what the n-th call on one generator would give. */
final class Draws {

    /** The step of {@link SplittableRandom} from one draw to the next. */
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private Draws() {}

    /** At least 0, below 1. */
    static double uniform(long seed, int index) {
        return new SplittableRandom(seed + index * GOLDEN_GAMMA).nextDouble();
    }
}

package dev.fovea.training;

/**
 * What one optimiser step saw, before its update.
 *
 * @param loss sum of token losses over the denominator
 * @param gradientNorm before clipping
 * @param trainedTokens tokens with a loss
 * @param clippedTokens tokens whose policy gradient was cut
 * @param entropySum of the distribution at each trained token, in nats
 * @param klSum over reinforcement-learning tokens of {@code exp(d) - 1 - d}, where d is the trainer's log-probability minus the sampler's
 * @param maxAbsLogprobDifference largest |d|
 * @param comparedTokens tokens in {@code klSum}
 */
public record LearnReport(
        double loss,
        double gradientNorm,
        long trainedTokens,
        long clippedTokens,
        double entropySum,
        double klSum,
        double maxAbsLogprobDifference,
        long comparedTokens) {

    /** A step that had nothing to learn from. */
    public static final LearnReport NOTHING = new LearnReport(0, 0, 0, 0, 0, 0, 0, 0);
}

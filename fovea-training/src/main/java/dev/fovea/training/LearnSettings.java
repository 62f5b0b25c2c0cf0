package dev.fovea.training;

/**
 * One optimiser step's settings.
 *
 * @param learningRate of AdamW
 * @param clipRatio how far the probability ratio may leave 1 before the policy gradient is cut
 * @param gradientClip largest gradient norm
 * @param lossDenominator the sum of token losses is divided by this; at least 1
 */
public record LearnSettings(double learningRate, double clipRatio, double gradientClip, double lossDenominator) {

    public LearnSettings {
        if (!(learningRate >= 0 && clipRatio > 0 && gradientClip > 0 && lossDenominator >= 1)) {
            throw new IllegalArgumentException("learning rate " + learningRate + ", clip ratio " + clipRatio
                    + ", gradient clip " + gradientClip + ", loss denominator " + lossDenominator);
        }
    }
}

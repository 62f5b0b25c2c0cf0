package dev.fovea.orchestrator;

/**
 * The supervised phase, which ends as soon as a reward can be found at all.
 *
 * @param maxSteps gives up after so many steps
 * @param demonstrations of one step
 * @param learningRate over the steps
 * @param gradientClip largest gradient norm
 * @param firstEvaluation step of the first evaluation
 * @param evaluateEvery steps between evaluations
 * @param enough ends when the sampled exact match reaches this
 * @param tooMuch weights whose sampled exact match is above this are not used; those of the evaluation before are
 */
public record WarmUpSettings(
        int maxSteps,
        int demonstrations,
        LearningRate learningRate,
        double gradientClip,
        int firstEvaluation,
        int evaluateEvery,
        double enough,
        double tooMuch) {}

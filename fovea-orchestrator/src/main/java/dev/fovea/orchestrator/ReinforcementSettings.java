package dev.fovea.orchestrator;

/**
 * The reinforcement-learning phase.
 *
 * @param steps batches of rollouts
 * @param groups tasks of a batch
 * @param rolloutsPerGroup rollouts of one task
 * @param miniBatches optimiser steps of a batch
 * @param learningRate over the steps
 * @param clipRatio see {@link dev.fovea.training.LearnSettings}
 * @param gradientClip see {@link dev.fovea.training.LearnSettings}
 * @param temperature of sampling
 * @param seed decides tasks, draws and the order of samples
 */
public record ReinforcementSettings(
        int steps,
        int groups,
        int rolloutsPerGroup,
        int miniBatches,
        LearningRate learningRate,
        double clipRatio,
        double gradientClip,
        double temperature,
        long seed) {}

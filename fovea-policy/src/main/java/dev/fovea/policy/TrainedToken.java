package dev.fovea.policy;

/**
 * A token with a loss.
 *
 * @param index in its sequence, at least 1: its distribution comes from the token before it
 * @param temperature of the distribution, above 0
 * @param samplerLogprob what the sampler said
 * @param rlWeight of the policy gradient
 * @param ceWeight of the cross entropy
 */
record TrainedToken(
        int index,
        int id,
        double temperature,
        double advantage,
        double samplerLogprob,
        double rlWeight,
        double ceWeight) {}

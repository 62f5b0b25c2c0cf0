package dev.fovea.orchestrator;

import dev.fovea.client.RolloutSampling;

/**
 * One rollout to be played.
 *
 * @param group rollouts of one group share a baseline
 */
public record RolloutPlan(Episode episode, String group, RolloutSampling sampling) {}

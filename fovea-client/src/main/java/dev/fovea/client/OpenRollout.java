package dev.fovea.client;

/**
 * What a rollout is opened with.
 *
 * @param task name of the task
 * @param group rollouts of one group share a baseline
 * @param environment name of the environment
 * @param model the model's name, as the engine knows it
 */
public record OpenRollout(String task, String group, String environment, String model, RolloutSampling sampling) {}

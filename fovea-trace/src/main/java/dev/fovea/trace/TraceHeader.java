package dev.fovea.trace;

/**
 * What a rollout was opened with.
 *
 * @param id 32 hexadecimal digits
 * @param group rollouts of one group share a baseline
 * @param temperature of sampling, the same for every turn
 */
public record TraceHeader(String id, String task, String group, String environment, String model, double temperature) {}

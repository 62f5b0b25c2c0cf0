package dev.fovea.orchestrator;

/**
 * How a policy does on the held-out tasks.
 *
 * @param exact share of episodes with reward 1
 * @param episodes that were played; failed ones count as 0
 */
public record EvaluationResult(double exact, int episodes) {}

package dev.fovea.orchestrator;

import java.util.Map;

/**
 * How an episode ended.
 *
 * @param turns answers that the program received
 * @param metrics named values beside the reward
 */
public record EpisodeOutcome(double reward, int turns, Map<String, Double> metrics) {

    public EpisodeOutcome {
        metrics = Map.copyOf(metrics);
    }
}

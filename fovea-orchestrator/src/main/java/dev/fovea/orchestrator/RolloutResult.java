package dev.fovea.orchestrator;

import dev.fovea.trace.Trace;
import java.util.Optional;

/**
 * One rollout that was played.
 *
 * @param trace as the gateway recorded it
 * @param outcome empty where the episode failed
 * @param turnsLost answers that the program received but that the trace does not hold
 */
public record RolloutResult(RolloutPlan plan, Trace trace, Optional<EpisodeOutcome> outcome, int turnsLost) {

    public double reward() {
        return outcome.map(EpisodeOutcome::reward).orElse(0.0);
    }
}

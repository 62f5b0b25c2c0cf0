package dev.fovea.orchestrator;

import dev.fovea.trace.Trace;
import java.util.Optional;

/**
 * One rollout that was played.
 *
 * @param trace as the gateway recorded it
 * @param outcome empty where the episode failed
 */
public record RolloutResult(RolloutPlan plan, Trace trace, Optional<EpisodeOutcome> outcome) {

    /** Answers that the program received but that the trace does not hold. */
    public int turnsLost() {
        return Math.max(0, outcome.map(EpisodeOutcome::turns).orElse(0) - trace.sampledTurns());
    }

    public double reward() {
        return outcome.map(EpisodeOutcome::reward).orElse(0.0);
    }
}

package dev.fovea.orchestrator;

import dev.fovea.contract.TrainingSample;
import java.util.List;

/**
 * A batch of rollouts with advantages.
 *
 * @param samples of the groups that teach something
 * @param meanReward over rollouts that did not fail
 * @param failed rollouts that failed; they are in no baseline
 * @param droppedGroups groups without variance
 * @param trainableTokens of all rollouts that did not fail, dropped groups included
 */
public record ScoredBatch(
        List<TrainingSample> samples, double meanReward, int failed, int droppedGroups, long trainableTokens) {

    public ScoredBatch {
        samples = List.copyOf(samples);
    }
}

package dev.fovea.cli.demo;

import dev.fovea.assets.StoreCounters;
import dev.fovea.contract.ProofLedger;
import java.util.List;

/**
 * Everything that a view shows, at one moment.
 *
 * @param rewards mean reward of each training step so far
 * @param referenceBytes what the engine was given of all images
 * @param tokensPerSecond sampled, while rollouts ran
 * @param mismatchKl mean over the compared tokens
 * @param turnsLost answers that programs received but traces do not hold
 * @param turnsRecorded sampled turns of all traces
 * @param comparedTokens tokens whose log-probabilities were compared
 * @param staleness most steps between sampling and training of any token
 */
record DemoSnapshot(
        double seconds,
        int warmUpSteps,
        int step,
        int steps,
        int rolloutsFinished,
        int rolloutsPlanned,
        List<Double> rewards,
        StoreCounters images,
        long referenceBytes,
        double tokensPerSecond,
        ProofLedger.Count proofs,
        double maxLogprobDifference,
        double mismatchKl,
        long turnsLost,
        long turnsRecorded,
        long rolloutsFailed,
        long comparedTokens,
        long staleness) {

    double lastMean() {
        return DemoProgress.lastMean(rewards);
    }
}

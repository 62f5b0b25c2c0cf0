package dev.fovea.orchestrator;

import dev.fovea.training.LearnReport;
import java.nio.file.Path;

/** What a run tells of itself. */
public sealed interface RunEvent {

    /** One supervised step. */
    record WarmUpStep(int step, double loss) implements RunEvent {}

    /** An evaluation; {@code label} says which. */
    record Evaluated(String label, EvaluationResult result) implements RunEvent {}

    /** Batches go to a trainer of another process, which finds what it needs in this file. */
    record TrainerAwaited(Path controlFile) implements RunEvent {}

    /** One more rollout of a batch is finished. */
    record RolloutPlayed(int finished, int planned, RolloutResult result) implements RunEvent {}

    /**
     * One reinforcement-learning step.
     *
     * @param step from 1
     * @param reward mean of the batch, failed rollouts left out
     * @param failed rollouts that failed
     * @param droppedGroups groups without variance
     * @param sampledTokens tokens that the engine sampled for rollouts that did not fail
     * @param rolloutSeconds time of the rollouts
     * @param trainSeconds time of packing, training and publication
     * @param staleness most steps between the weights that sampled a token and those that were trained with it; 0 is on policy
     * @param report of the first optimiser step, whose weights are the sampler's
     */
    record TrainingStep(
            int step,
            double reward,
            int failed,
            int droppedGroups,
            long sampledTokens,
            double rolloutSeconds,
            double trainSeconds,
            long staleness,
            LearnReport report)
            implements RunEvent {}
}

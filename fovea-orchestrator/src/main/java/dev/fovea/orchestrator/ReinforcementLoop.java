package dev.fovea.orchestrator;

import dev.fovea.client.RolloutSampling;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/**
 * The loop: rollouts, advantages, samples, optimiser steps, new weights. On policy: a batch is sampled by the weights that its
 * first optimiser step starts from, so that sampler and trainer can be compared token by token.
 */
public final class ReinforcementLoop {

    /** A batch without variance is solved above this mean, and collapsed below it. */
    private static final double SOLVED = 0.5;

    /** Share of rollouts that may fail. */
    private static final double MOST_FAILURES = 0.1;

    private final ReinforcementSettings settings;
    private final Environment environment;
    private final RolloutRunner runner;
    private final GroupScorer scorer;
    private final StepTrainer trainer;
    private final ProofLedger proofs;
    private final RunListener listener;

    public ReinforcementLoop(
            ReinforcementSettings settings,
            Environment environment,
            RolloutRunner runner,
            GroupScorer scorer,
            StepTrainer trainer,
            ProofLedger proofs,
            RunListener listener) {
        this.settings = settings;
        this.environment = environment;
        this.runner = runner;
        this.scorer = scorer;
        this.trainer = trainer;
        this.proofs = proofs;
        this.listener = listener;
    }

    /** Runs all steps; the listener hears of each. */
    public void run() throws InterruptedException {
        for (int step = 1; step <= settings.steps(); step++) {
            runStep(step);
        }
    }

    private void runStep(int step) throws InterruptedException {
        long started = System.nanoTime();
        List<RolloutResult> rollouts = runner.run(plans(step));
        proofs.requireNoViolation();
        long played = System.nanoTime();
        ScoredBatch batch = scorer.score(rollouts);
        requireMostPlayed(batch, rollouts.size());
        long staleness = staleness(rollouts, trainer.version());
        LearnReport report = train(batch, step);
        proofs.requireNoViolation();
        listener.on(new RunEvent.TrainingStep(
                step,
                batch.meanReward(),
                batch.failed(),
                batch.droppedGroups(),
                batch.trainableTokens(),
                seconds(started, played),
                seconds(played, System.nanoTime()),
                staleness,
                report));
    }

    private static long staleness(List<RolloutResult> rollouts, WeightVersion trained) {
        return rollouts.stream()
                .flatMap(rollout -> rollout.trace().oldestWeights().stream())
                .mapToLong(sampled -> trained.step() - sampled.step())
                .max()
                .orElse(0);
    }

    private List<RolloutPlan> plans(int step) {
        List<RolloutPlan> plans = new ArrayList<>();
        for (int group = 0; group < settings.groups(); group++) {
            long task = (long) (step - 1) * settings.groups() + group;
            Episode episode = environment.training(task);
            for (int member = 0; member < settings.rolloutsPerGroup(); member++) {
                long seed = settings.seed() * 1_000_000_007L + task * settings.rolloutsPerGroup() + member;
                plans.add(new RolloutPlan(
                        episode,
                        "step-" + step + "-group-" + group,
                        new RolloutSampling(settings.temperature(), OptionalInt.empty(), OptionalLong.of(seed))));
            }
        }
        return plans;
    }

    /**
     * The loss is divided by the tokens of the whole batch, dropped groups included, over the mini-batches: with few groups left
     * a smaller divisor would make noisy steps that the optimiser scales up to full size.
     */
    private LearnReport train(ScoredBatch batch, int step) throws InterruptedException {
        if (batch.samples().isEmpty() && batch.meanReward() <= SOLVED) {
            throw new EngineException(
                    ErrorCode.TRAINING_FAILED,
                    "no group of step " + step + " has any variance in its rewards (mean " + batch.meanReward() + ")",
                    "a policy without variance has no gradient and does not come back; start again with another seed");
        }
        List<TrainingSample> shuffled = new ArrayList<>(batch.samples());
        Collections.shuffle(shuffled, new Random(settings.seed() + step));
        LearnSettings optimiser = new LearnSettings(
                settings.learningRate().at(step),
                settings.clipRatio(),
                settings.gradientClip(),
                Math.max(1.0, (double) batch.trainableTokens() / settings.miniBatches()));
        return trainer.train(step, shuffled, settings.miniBatches(), optimiser);
    }

    private static void requireMostPlayed(ScoredBatch batch, int rollouts) {
        if (batch.failed() > rollouts * MOST_FAILURES) {
            throw new EngineException(
                    ErrorCode.ENGINE_FAILED,
                    batch.failed() + " of " + rollouts + " rollouts failed",
                    "a batch of survivors is no sample of the policy; the log and the records say why they failed");
        }
    }

    private static double seconds(long from, long to) {
        return (to - from) / 1e9;
    }
}

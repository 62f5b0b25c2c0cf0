package dev.fovea.orchestrator;

import dev.fovea.client.ControlClient;
import dev.fovea.client.OpenRollout;
import dev.fovea.client.OpenedRollout;
import dev.fovea.client.RolloutSampling;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.trace.TraceJson;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.Learner;
import dev.fovea.training.SampleBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Supervised steps on demonstrations, only until a reward can be found at all. The match rises from nothing to everything within
 * some thirty steps, so it is evaluated often and the last weights below a ceiling are used.
 */
public final class WarmUp {

    /** Far behind any task that reinforcement learning will come to. */
    private static final long FIRST_DEMONSTRATION = 1_000_000_000;

    private static final double CLIP_RATIO_UNUSED = 0.2;

    /** Below this the match does not rise to the ceiling within two evaluations. */
    private static final double NOTHING_YET = 0.02;

    private final WarmUpSettings settings;
    private final Environment environment;
    private final String model;
    private final ControlClient control;
    private final SampleBuilder samples;
    private final TrainerSide trainer;
    private final WeightPublisher publisher;
    private final Evaluation evaluation;
    private final RunListener listener;
    private long nextTask = FIRST_DEMONSTRATION;

    public WarmUp(
            WarmUpSettings settings,
            Environment environment,
            String model,
            ControlClient control,
            SampleBuilder samples,
            TrainerSide trainer,
            WeightPublisher publisher,
            Evaluation evaluation,
            RunListener listener) {
        this.settings = settings;
        this.environment = environment;
        this.model = model;
        this.control = control;
        this.samples = samples;
        this.trainer = trainer;
        this.publisher = publisher;
        this.evaluation = evaluation;
        this.listener = listener;
    }

    /**
     * Trains from a checkpoint; the engine has the weights of the result when this returns.
     *
     * @return the folder to go on from
     */
    public Path run(LearnerFactory learners, Path start) throws InterruptedException {
        try (Learner learner = learners.open(start)) {
            Path best = publisher.publish(learner);
            int nextEvaluation = settings.firstEvaluation();
            for (int step = 1; step <= settings.maxSteps(); step++) {
                train(learner, step);
                if (step < nextEvaluation) {
                    continue;
                }
                Path candidate = publisher.publish(learner);
                double exact = evaluate(step);
                if (exact > settings.tooMuch()) {
                    publisher.restore(best);
                    return best;
                }
                if (exact >= settings.enough()) {
                    return candidate;
                }
                best = candidate;
                nextEvaluation = step + settings.evaluateEvery() * (exact < NOTHING_YET ? 2 : 1);
            }
        }
        throw new EngineException(
                ErrorCode.TRAINING_FAILED,
                "the warm-up found no reward in " + settings.maxSteps() + " steps",
                "try another seed, or more demonstrations");
    }

    private double evaluate(int step) throws InterruptedException {
        EvaluationResult result = evaluation.evaluate("warm-up-" + step, environment.heldOut(), 1.0);
        listener.on(new RunEvent.Evaluated("warm-up-" + step, result));
        return result.exact();
    }

    private void train(Learner learner, int step) throws InterruptedException {
        List<TrainingSample> batch = new ArrayList<>();
        for (int i = 0; i < settings.demonstrations(); i++) {
            batch.addAll(demonstrate(environment.training(nextTask++)));
        }
        double tokens =
                batch.stream().mapToLong(sample -> sample.mask().count()).sum();
        LearnSettings optimiser =
                new LearnSettings(settings.learningRate().at(step), CLIP_RATIO_UNUSED, settings.gradientClip(), tokens);
        LearnReport report = trainer.train(learner, batch, 1, optimiser).getFirst();
        listener.on(new RunEvent.WarmUpStep(step, report.loss()));
    }

    private List<TrainingSample> demonstrate(Episode episode) throws InterruptedException {
        RolloutSampling unused = new RolloutSampling(1.0, OptionalInt.empty(), OptionalLong.empty());
        OpenedRollout rollout =
                control.open(new OpenRollout(episode.taskId(), "warm-up", environment.name(), model, unused));
        control.demonstrate(rollout, episode.demonstration());
        return samples.demonstrations(TraceJson.read(control.close(rollout.id())));
    }
}

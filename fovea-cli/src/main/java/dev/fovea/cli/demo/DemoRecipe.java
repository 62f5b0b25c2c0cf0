package dev.fovea.cli.demo;

import dev.fovea.orchestrator.LearningRate;
import dev.fovea.orchestrator.ReinforcementSettings;
import dev.fovea.orchestrator.WarmUpSettings;
import dev.fovea.training.PackSettings;
import java.time.Duration;

/**
 * The numbers of the demonstration. Measured on the task: a rate that rises over eight steps and falls afterwards, and a loss divided
 * by the tokens of the whole batch, are what keeps the reward from falling back.
 */
final class DemoRecipe {

    /** Rollouts that are played at the same time: more make larger batches for the engine, and more open connections. */
    static final int CONCURRENT_ROLLOUTS = 128;

    /** At this size a second thread costs more than it brings. */
    static final int TRAINER_THREADS = 1;

    /** About 17 episodes of 121 tokens: enough for the kernels to be busy, little enough to hold pixels of few images. */
    static final PackSettings PACKING = new PackSettings(4096, 8);

    /** Starting a trainer of another language takes a minute; a step of it, seconds. */
    static final Duration TRAINER_PATIENCE = Duration.ofMinutes(10);

    /** Below this a reward is too rare to learn from; far above it nothing is left to show. */
    static final double WARM_UP_ENOUGH = 0.18;

    private static final double WARM_UP_TOO_MUCH = 0.38;
    private static final int FALL_STEPS = 60;

    private DemoRecipe() {}

    static WarmUpSettings warmUp() {
        return new WarmUpSettings(
                200, 32, new LearningRate(3e-3, 20, 0, 1.0), 1.0, 20, 2, WARM_UP_ENOUGH, WARM_UP_TOO_MUCH);
    }

    static ReinforcementSettings reinforcement(DemoSettings settings) {
        return new ReinforcementSettings(
                settings.steps(),
                32,
                8,
                4,
                new LearningRate(1e-3, 8, Math.max(FALL_STEPS, settings.steps()), 0.1),
                0.2,
                1.0,
                1.0,
                settings.seed());
    }
}

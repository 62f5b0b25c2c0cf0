package dev.fovea.orchestrator;

import dev.fovea.client.RolloutSampling;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Plays held-out episodes and never trains on them. */
public final class Evaluation {

    private final RolloutRunner runner;
    private final long seed;

    public Evaluation(RolloutRunner runner, long seed) {
        this.runner = runner;
        this.seed = seed;
    }

    /**
     * Plays each episode once.
     *
     * @param label names the evaluation in the records
     * @param temperature 0 is greedy
     */
    public EvaluationResult evaluate(String label, List<Episode> episodes, double temperature)
            throws InterruptedException {
        List<RolloutPlan> plans = new ArrayList<>();
        for (int i = 0; i < episodes.size(); i++) {
            RolloutSampling sampling =
                    new RolloutSampling(temperature, OptionalInt.empty(), OptionalLong.of(seed * 7_919 + i));
            plans.add(new RolloutPlan(episodes.get(i), label, sampling));
        }
        double exact = runner.run(plans).stream()
                .mapToDouble(RolloutResult::reward)
                .filter(reward -> reward == 1.0)
                .count();
        return new EvaluationResult(exact / episodes.size(), episodes.size());
    }
}

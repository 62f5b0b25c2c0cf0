package dev.fovea.cli.demo;

import dev.fovea.orchestrator.EvaluationResult;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/** The evaluations of a run, filled as it goes on; what was not done stays empty. */
final class DemoOutcome {

    /** Which evaluation. */
    enum Measure {
        WARM_UP_SAMPLED,
        WARM_UP_GREEDY,
        SAMPLED,
        GREEDY,
        BLANK,
        SWAP
    }

    private final Map<Measure, Double> exact = new EnumMap<>(Measure.class);

    void put(Measure measure, EvaluationResult result) {
        exact.put(measure, result.exact());
    }

    /** Share of held-out episodes that were right. */
    OptionalDouble exact(Measure measure) {
        Double found = exact.get(measure);
        return found == null ? OptionalDouble.empty() : OptionalDouble.of(found);
    }
}

package dev.fovea.bench;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/** The fastest milliseconds of each step on one picture: the least disturbed round, on a machine that is never quite idle. */
final class Times {

    private final Map<Step, Double> fastest = new EnumMap<>(Step.class);

    void add(Step step, double milliseconds) {
        fastest.merge(step, milliseconds, Math::min);
    }

    void addAll(Times others) {
        others.fastest.forEach(this::add);
    }

    OptionalDouble get(Step step) {
        Double milliseconds = fastest.get(step);
        return milliseconds == null ? OptionalDouble.empty() : OptionalDouble.of(milliseconds);
    }

    Map<Step, Double> all() {
        return Map.copyOf(fastest);
    }
}

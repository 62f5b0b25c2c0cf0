package dev.fovea.training;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Advantages relative to the other rollouts of a group, computed in 32-bit floats as the field's trainers do and widened.
 *
 * <p>A group is what the task source calls one, never what merely has equal prompt texts. Failed rollouts are not in it: the
 * caller leaves them out before, so that they are no reward of 0.
 */
public final class GroupAdvantages {

    /** What the difference from the group's mean is divided by. */
    public enum Scale {
        /** Nothing: {@code r - mean(r)}. */
        NONE,
        /** Everything: all advantages are 0. A control that must not improve anything. */
        ZERO,
        /** The group's standard deviation over its members: {@code (r - mean(r)) / std(r)}. */
        STANDARD_DEVIATION
    }

    private final Scale scale;

    public GroupAdvantages(Scale scale) {
        this.scale = scale;
    }

    /**
     * One advantage a reward, in order; empty where all rewards are equal under {@link Scale#STANDARD_DEVIATION}, since such a
     * group teaches nothing.
     */
    public Optional<List<Double>> of(List<Double> rewards) {
        return switch (scale) {
            case NONE -> Optional.of(differences(rewards, mean(rewards), 1.0f));
            case ZERO -> Optional.of(Collections.nCopies(rewards.size(), 0.0));
            // told by the rewards themselves: the mean of equal floats may be one bit off, and its deviation tiny but
            // not 0
            case STANDARD_DEVIATION ->
                rewards.stream().distinct().count() <= 1
                        ? Optional.empty()
                        : Optional.of(differences(rewards, mean(rewards), deviation(rewards, mean(rewards))));
        };
    }

    private static List<Double> differences(List<Double> rewards, float mean, float divisor) {
        return rewards.stream()
                .map(reward -> (double) ((reward.floatValue() - mean) / divisor))
                .toList();
    }

    private static float mean(List<Double> rewards) {
        float sum = 0;
        for (double reward : rewards) {
            sum += (float) reward;
        }
        return sum / rewards.size();
    }

    private static float deviation(List<Double> rewards, float mean) {
        float squares = 0;
        for (double reward : rewards) {
            float difference = (float) reward - mean;
            squares += difference * difference;
        }
        return (float) Math.sqrt(squares / rewards.size());
    }
}

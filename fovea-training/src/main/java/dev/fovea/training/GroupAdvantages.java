package dev.fovea.training;

import dev.fovea.training.score.GroupMean;
import dev.fovea.training.score.RolloutFacts;
import dev.fovea.training.score.StandardScore;
import dev.fovea.training.score.ZeroVarianceFilter;
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
        List<RolloutFacts> group = rewards.stream().map(RolloutFacts::rewarded).toList();
        ZeroVarianceFilter teaching = new ZeroVarianceFilter();
        return switch (scale) {
            case NONE -> Optional.of(new GroupMean(null).of(group));
            case ZERO -> Optional.of(Collections.nCopies(rewards.size(), 0.0));
            case STANDARD_DEVIATION ->
                Optional.of(new StandardScore().of(group)).filter(teaching::admits);
        };
    }
}

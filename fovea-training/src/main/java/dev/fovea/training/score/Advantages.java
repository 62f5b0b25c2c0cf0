package dev.fovea.training.score;

import java.util.List;

/**
 * How much better than its peers a rollout was. One number a rollout, spread over its trained tokens afterwards.
 *
 * <p>A group is what the task source calls one. Failed rollouts are not in it: the caller leaves them out before, so that they
 * are no reward of 0. Whether a rule computes in 32 or 64 bits is part of it, because trainers of the field compare bit for bit.
 */
public sealed interface Advantages
        permits GroupMean,
                MeanNormalised,
                StandardScore,
                LeaveOneOut,
                RoleBaselines,
                PeerMean,
                LengthNormalised,
                Unscored {

    /** One number a rollout, in order; {@code NaN} where a group holds a reward that is none. */
    List<Double> of(List<RolloutFacts> group);
}

package dev.fovea.cli.training;

import dev.fovea.training.score.Advantages;
import dev.fovea.training.score.GroupMean;
import dev.fovea.training.score.LeaveOneOut;
import dev.fovea.training.score.LengthNormalised;
import dev.fovea.training.score.LengthPenalty;
import dev.fovea.training.score.MeanNormalised;
import dev.fovea.training.score.StandardScore;
import dev.fovea.training.score.Unscored;

/** Rules by the names that a command line has. */
enum AdvantageRule {
    MEAN,
    MEAN_WITH_LENGTH_PENALTY,
    MEAN_PER_LENGTH,
    STANDARD_SCORE,
    MAX_RL,
    LEAVE_ONE_OUT,
    NONE;

    Advantages rule() {
        return switch (this) {
            case MEAN -> new GroupMean(null);
            case MEAN_WITH_LENGTH_PENALTY -> new GroupMean(LengthPenalty.DEFAULT);
            case MEAN_PER_LENGTH -> new LengthNormalised(new GroupMean(null));
            case STANDARD_SCORE -> new StandardScore();
            case MAX_RL -> new MeanNormalised();
            case LEAVE_ONE_OUT -> new LeaveOneOut();
            case NONE -> new Unscored();
        };
    }
}

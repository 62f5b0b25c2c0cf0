package dev.fovea.training.sample;

import dev.fovea.contract.LossStreams;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TrainingSample;
import java.util.List;

/** A sample and the messages that it is made of, for scores that look at messages. */
public record BranchSample(TrainingSample sample, List<SampleNode> branch) {

    public BranchSample {
        branch = List.copyOf(branch);
    }

    /** The same sample with nothing to train. */
    public BranchSample withoutLoss() {
        return new BranchSample(
                sample.withMask(TokenMask.filled(sample.size(), false))
                        .withScores(sample.advantages(), LossStreams.none(), null),
                branch);
    }
}

package dev.fovea.training.sample;

import dev.fovea.contract.TrainingSample;
import java.util.List;

/** A sample and the messages that it is made of, for scores that look at messages. */
public record BranchSample(TrainingSample sample, List<SampleNode> branch) {

    public BranchSample {
        branch = List.copyOf(branch);
    }
}

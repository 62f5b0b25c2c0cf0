package dev.fovea.orchestrator;

import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.WeightVersion;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import java.util.List;

/** Who makes new weights of a batch, and sees to it that the engine answers with them. */
public interface StepTrainer {

    /**
     * Trains one batch; when this returns, new requests are answered by the new weights.
     *
     * @param step of the run, from 1
     * @param samples in the order in which they are dealt to optimiser steps
     * @param miniBatches optimiser steps to split the batch into
     * @return what the first optimiser step saw, where that is known here
     */
    LearnReport train(int step, List<TrainingSample> samples, int miniBatches, LearnSettings settings)
            throws InterruptedException;

    /** The weights that answer now. */
    WeightVersion version();
}

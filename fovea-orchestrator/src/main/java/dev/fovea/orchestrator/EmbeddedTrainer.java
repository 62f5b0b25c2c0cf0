package dev.fovea.orchestrator;

import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.WeightVersion;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.Learner;
import java.util.List;

/** Trains with a learner of this process and publishes its weights. */
public final class EmbeddedTrainer implements StepTrainer {

    private final Learner learner;
    private final TrainerSide side;
    private final WeightPublisher publisher;

    public EmbeddedTrainer(Learner learner, TrainerSide side, WeightPublisher publisher) {
        this.learner = learner;
        this.side = side;
        this.publisher = publisher;
    }

    @Override
    public LearnReport train(int step, List<TrainingSample> samples, int miniBatches, LearnSettings settings)
            throws InterruptedException {
        LearnReport report = samples.isEmpty()
                ? LearnReport.NOTHING
                : side.train(learner, samples, miniBatches, settings).getFirst();
        publisher.publish(learner);
        return report;
    }

    @Override
    public WeightVersion version() {
        return publisher.version();
    }
}

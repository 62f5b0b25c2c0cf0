package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.Learner;
import dev.fovea.training.feed.TrainerBatch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Trains a Qwen3-VL with AdamW (betas 0.9 and 0.95, no weight decay) on a clipped policy gradient and cross entropy. All arithmetic
 * is float32 on the processor; the same operations as the sampler's, in a batch padded to its longest sequence.
 */
public final class PolicyLearner implements Learner {

    private final Qwen3VlConfig config;
    private final Map<String, byte[]> otherFiles;
    private final WeightMemory weights;
    private final ImageCheck images;
    private final Rotary rotary;
    private final TorchThread thread;
    private final AdamW optimiser;

    /**
     * A learner that starts from a checkpoint.
     *
     * @param checkpoint read now, and not needed afterwards
     * @param threads that one PyTorch operation may use; at this size 1 is as fast as 2
     * @throws dev.fovea.contract.error.SetupException where the folder is no checkpoint of a Qwen3-VL
     */
    public PolicyLearner(Path checkpoint, int threads) {
        CheckpointFolder folder = CheckpointFolder.open(checkpoint);
        this.config = folder.config();
        this.otherFiles = folder.otherFiles();
        this.images = new ImageCheck(config.vision());
        this.rotary = new Rotary(config.text());
        this.weights = folder.weights(MemoryUse.TRAINED);
        this.thread = new TorchThread("fovea-learner", threads);
        this.optimiser = thread.call(root -> new AdamW(root, weights));
    }

    /**
     * One optimiser step.
     *
     * @throws EngineException with {@link ErrorCode#TRAINING_FAILED} where loss or gradient is not finite; the weights are then
     *     those from before
     */
    @Override
    public LearnReport learn(Iterable<TrainerBatch> batches, LearnSettings settings) {
        StepLoss loss = new StepLoss(settings);
        NDManager collected = thread.call(NDManager::newSubManager);
        try {
            Parameters parameters = thread.call(_ -> Parameters.trained(collected, weights));
            GradientPass pass = new GradientPass(config, rotary, parameters, loss);
            for (TrainerBatch batch : batches) {
                List<TrainedSequence> sequences = TrainedSequence.of(batch);
                sequences.forEach(this::check);
                if (!sequences.isEmpty()) {
                    thread.run(root -> pass.run(root, sequences));
                }
            }
            return thread.call(_ -> update(parameters, loss, settings));
        } finally {
            thread.run(_ -> collected.close());
        }
    }

    private void check(TrainedSequence sequence) {
        sequence.images().forEach(image -> images.check(image.range(), image.pixels()));
    }

    private LearnReport update(Parameters parameters, StepLoss loss, LearnSettings settings) {
        if (loss.trained() == 0) {
            return loss.report(0);
        }
        NDArray gradient = parameters.gradients();
        double norm = gradient.norm().getFloat();
        if (!Double.isFinite(loss.loss()) || !Double.isFinite(norm)) {
            throw new EngineException(
                    ErrorCode.TRAINING_FAILED,
                    "the loss is " + loss.loss() + " and the gradient's norm " + norm,
                    "lower the learning rate and resume from the last checkpoint");
        }
        optimiser.update(gradient, Math.min(1, settings.gradientClip() / norm), settings.learningRate());
        return loss.report(norm);
    }

    @Override
    public void save(Path folder) {
        CheckpointFolder.write(folder, otherFiles, weights);
    }

    @Override
    public void close() {
        thread.close();
        weights.close();
    }
}

package dev.fovea.training;

import dev.fovea.training.feed.TrainerBatch;
import java.nio.file.Path;

/** A policy that can be trained. Not thread safe. */
public interface Learner extends AutoCloseable {

    /**
     * One optimiser step: accumulates the gradients of all batches, clips, updates.
     *
     * @param batches read once, in order; each is released before the next is asked for
     */
    LearnReport learn(Iterable<TrainerBatch> batches, LearnSettings settings);

    /** Writes the present weights as a checkpoint folder, whole or not at all. */
    void save(Path folder);

    @Override
    void close();
}

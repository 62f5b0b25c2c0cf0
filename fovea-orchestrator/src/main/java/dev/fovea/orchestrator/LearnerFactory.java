package dev.fovea.orchestrator;

import dev.fovea.training.Learner;
import java.nio.file.Path;

/** Opens a learner on a checkpoint folder, with a fresh optimiser. */
@FunctionalInterface
public interface LearnerFactory {

    Learner open(Path checkpoint);
}

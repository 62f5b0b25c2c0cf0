package dev.fovea.policy;

import dev.fovea.contract.WeightVersion;
import java.util.concurrent.CompletableFuture;

/** What callers hand to the engine's thread. */
sealed interface EngineMessage permits Turn, EngineMessage.NewWeights, EngineMessage.Stop {

    /**
     * Weights for everything that begins after it.
     *
     * @param done when they answer
     */
    record NewWeights(WeightMemory memory, WeightVersion version, CompletableFuture<WeightVersion> done)
            implements EngineMessage {}

    /** Nothing comes after it. */
    enum Stop implements EngineMessage {
        STOP
    }
}

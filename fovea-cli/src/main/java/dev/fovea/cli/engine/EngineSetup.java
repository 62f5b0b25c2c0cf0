package dev.fovea.cli.engine;

import dev.fovea.engine.vllm.VllmSettings;

/**
 * The engine that samples, and how.
 *
 * @param server how a server is used, where it is one
 */
public record EngineSetup(EngineChoice choice, VllmSettings server, SampledVisionTokens visionTokens) {

    /** PyTorch in this process. */
    public static final EngineSetup EMBEDDED =
            new EngineSetup(new EngineChoice.Embedded(), VllmSettings.defaults(), SampledVisionTokens.COUNTED);
}

package dev.fovea.engine;

import dev.fovea.contract.WeightVersion;

/**
 * What an engine says of itself.
 *
 * @param name the implementation, for example {@code embedded}
 * @param model the model's name in requests
 * @param contextTokens longest prompt and completion together
 * @param vocabulary ids are below this
 * @param weights which weights answer now
 */
public record EngineDescription(String name, String model, int contextTokens, int vocabulary, WeightVersion weights) {}

package dev.fovea.client;

import dev.fovea.contract.WeightVersion;
import java.nio.file.Path;

/** Weights that a gateway's engine answers with. */
public record LoadedWeights(WeightVersion version, Path checkpoint) {}

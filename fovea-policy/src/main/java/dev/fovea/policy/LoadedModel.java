package dev.fovea.policy;

import ai.djl.ndarray.NDManager;
import dev.fovea.contract.WeightVersion;

/** The arrays of one weight version, made on the engine's thread. */
final class LoadedModel implements AutoCloseable {

    private final WeightMemory memory;
    private final WeightVersion version;
    private final NDManager arrays;
    private final VisionTower vision;
    private final TextModel text;

    /** @param memory closed with the model */
    LoadedModel(NDManager root, Qwen3VlConfig config, WeightMemory memory, WeightVersion version) {
        this.memory = memory;
        this.version = version;
        this.arrays = root.newSubManager();
        Parameters parameters = Parameters.frozen(arrays, memory);
        this.vision = new VisionTower(config.vision(), parameters, arrays);
        this.text = new TextModel(config.text(), parameters, arrays);
    }

    WeightVersion version() {
        return version;
    }

    VisionTower vision() {
        return vision;
    }

    TextModel text() {
        return text;
    }

    @Override
    public void close() {
        arrays.close();
        memory.close();
    }
}

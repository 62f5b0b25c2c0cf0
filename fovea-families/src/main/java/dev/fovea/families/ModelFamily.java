package dev.fovea.families;

import java.util.Set;

/** A kind of model. Found by {@link java.util.ServiceLoader}; stateless and thread safe. */
public interface ModelFamily {

    /** The family's name in messages, for example {@code qwen3-vl}. */
    String name();

    /** The values of {@code model_type} in {@code config.json} that it serves. */
    Set<String> modelTypes();

    /**
     * Everything that depends on the checkpoint.
     *
     * @throws dev.fovea.contract.error.SetupException where the folder lacks a file, a key or a token, or contradicts itself
     */
    FamilyModel open(CheckpointFolder checkpoint);
}

package dev.fovea.families;

import dev.fovea.chat.Renderer;
import dev.fovea.chat.Tokenizer;
import java.util.Set;

/** A kind of model. Found by {@link java.util.ServiceLoader}; stateless and thread safe. */
public interface ModelFamily {

    /** The family's name in messages and settings, for example {@code qwen3-vl}. */
    String name();

    /** The values of {@code model_type} in {@code config.json} that it serves. */
    Set<String> modelTypes();

    /** Whether a checkpoint of one of its model types is this family's; families share types where only templates differ. */
    default boolean serves(CheckpointFolder checkpoint) {
        return true;
    }

    /**
     * Messages to ids and back.
     *
     * @throws dev.fovea.contract.error.SetupException where the vocabulary lacks a token of the family, or a setting is not
     *     the family's, has a wrong value or contradicts another
     */
    Renderer renderer(Tokenizer tokenizer, RendererSettings settings);

    /**
     * Everything that depends on the checkpoint.
     *
     * @throws dev.fovea.contract.error.SetupException where the folder lacks a file, a key or a token, or contradicts itself
     */
    FamilyModel open(CheckpointFolder checkpoint, RendererSettings settings);
}

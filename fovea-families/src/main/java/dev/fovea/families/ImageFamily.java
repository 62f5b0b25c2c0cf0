package dev.fovea.families;

import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelBackend;
import java.util.Optional;
import java.util.Set;

/**
 * What a kind of model does with images; needs no tokenizer. Found by {@link java.util.ServiceLoader}; stateless and thread safe.
 */
public interface ImageFamily {

    /** The values of {@code model_type} in {@code config.json} whose images it makes. */
    Set<String> modelTypes();

    /** The backend that this family's engines run where nobody chooses another. */
    PixelBackend defaultBackend();

    /**
     * The processor with one checkpoint's settings.
     *
     * @throws dev.fovea.contract.error.SetupException where a setting is missing, or is not understood
     */
    ImageProcessor open(CheckpointFolder checkpoint, PixelBackend backend);

    /**
     * The ids around an image, where {@code config.json} has them.
     *
     * @throws dev.fovea.contract.error.SetupException where one of them is missing
     */
    default Optional<VisionTokens> tokens(CheckpointFolder checkpoint) {
        return Optional.empty();
    }
}

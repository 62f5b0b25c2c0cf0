package dev.fovea.families;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelBackend;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds the image processor of a checkpoint; {@code config.json} and the processor's own settings are all that it reads. */
public final class ImageProcessors {

    private ImageProcessors() {}

    /**
     * Opens a checkpoint's images under the family's default backend.
     *
     * @throws SetupException where no family serves the model, or where a setting is missing or not understood
     */
    public static ImageProcessor open(Path checkpoint) {
        CheckpointFolder folder = new CheckpointFolder(checkpoint);
        ImageFamily family = family(folder);
        return family.open(folder, family.defaultBackend());
    }

    /**
     * Opens a checkpoint's images.
     *
     * @param backend {@code torchvision}, {@code pil} or {@code pil-12}
     * @throws SetupException where no family serves the model, or where a setting is missing or not understood
     */
    public static ImageProcessor open(Path checkpoint, String backend) {
        CheckpointFolder folder = new CheckpointFolder(checkpoint);
        return family(folder).open(folder, PixelBackend.of(backend));
    }

    /** The ids around an image, where the checkpoint's {@code config.json} has them. */
    public static Optional<VisionTokens> tokens(Path checkpoint) {
        CheckpointFolder folder = new CheckpointFolder(checkpoint);
        return family(folder).tokens(folder);
    }

    private static ImageFamily family(CheckpointFolder folder) {
        String modelType = folder.text("config.json", "model_type");
        List<ImageFamily> known = known();
        return known.stream()
                .filter(family -> family.modelTypes().contains(modelType))
                .findFirst()
                .orElseThrow(() -> new SetupException(
                        ErrorCode.UNKNOWN_FAMILY,
                        "checkpoint " + folder.path() + " has model_type " + modelType
                                + ", whose images no family makes",
                        "use one of " + types(known)));
    }

    private static String types(List<ImageFamily> families) {
        return families.stream()
                .flatMap(family -> family.modelTypes().stream())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static List<ImageFamily> known() {
        return ServiceLoader.load(ImageFamily.class, ImageProcessors.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}

package dev.fovea.families;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds the family of a checkpoint. */
public final class Families {

    private Families() {}

    /**
     * Opens a checkpoint with the family that its {@code config.json} names. There is no fallback: a model of an unknown family
     * that is rendered as text would lose its images without a word.
     *
     * @throws SetupException where no family serves the model, or where the folder is incomplete
     */
    public static FamilyModel open(Path checkpoint) {
        CheckpointFolder folder = new CheckpointFolder(checkpoint);
        String modelType = folder.text("config.json", "model_type");
        List<ModelFamily> known = known();
        return known.stream()
                .filter(family -> family.modelTypes().contains(modelType))
                .findFirst()
                .orElseThrow(() -> new SetupException(
                        ErrorCode.UNKNOWN_FAMILY,
                        "checkpoint " + checkpoint + " has model_type " + modelType + ", which no family serves",
                        "use one of " + types(known)))
                .open(folder);
    }

    private static String types(List<ModelFamily> families) {
        return families.stream()
                .flatMap(family -> family.modelTypes().stream())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static List<ModelFamily> known() {
        return ServiceLoader.load(ModelFamily.class, Families.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}

package dev.fovea.families;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds the family of a checkpoint. */
public final class Families {

    private Families() {}

    /** Opens a checkpoint as {@link #open(Path, RendererSettings)} does, with its family's defaults. */
    public static FamilyModel open(Path checkpoint) {
        return open(checkpoint, RendererSettings.defaults());
    }

    /**
     * Opens a checkpoint with the family that the settings name, or else the one that its {@code config.json} names. There is no
     * fallback: a model of an unknown family that is rendered as text would lose its images without a word.
     *
     * @throws SetupException where no family serves the model, or where the folder is incomplete
     */
    public static FamilyModel open(Path checkpoint, RendererSettings settings) {
        CheckpointFolder folder = new CheckpointFolder(checkpoint);
        Optional<String> named = settings.family();
        ModelFamily family = named.isPresent() ? named(named.get()) : served(folder);
        return family.open(folder, settings);
    }

    private static ModelFamily served(CheckpointFolder folder) {
        String modelType = folder.text("config.json", "model_type");
        List<ModelFamily> known = known();
        return known.stream()
                .filter(family -> family.modelTypes().contains(modelType))
                .filter(family -> family.serves(folder))
                .findFirst()
                .orElseThrow(() -> new SetupException(
                        ErrorCode.UNKNOWN_FAMILY,
                        "checkpoint " + folder.path() + " has model_type " + modelType + ", which no family serves",
                        "use one of " + types(known) + ", or name the family"));
    }

    /**
     * A family by its name.
     *
     * @throws SetupException where there is none of that name
     */
    public static ModelFamily named(String name) {
        List<ModelFamily> known = known();
        return known.stream()
                .filter(family -> family.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SetupException(
                        ErrorCode.UNKNOWN_FAMILY, "there is no family " + name, "use one of " + names(known)));
    }

    private static String types(List<ModelFamily> families) {
        return families.stream()
                .flatMap(family -> family.modelTypes().stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String names(List<ModelFamily> families) {
        return families.stream().map(ModelFamily::name).sorted().collect(Collectors.joining(", "));
    }

    private static List<ModelFamily> known() {
        return ServiceLoader.load(ModelFamily.class, Families.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}

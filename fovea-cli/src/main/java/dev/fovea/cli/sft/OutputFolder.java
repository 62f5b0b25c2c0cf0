package dev.fovea.cli.sft;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Where batches go: a folder that held nothing, so that no batch of another dataset is taken for one of this. */
record OutputFolder(Path path) {

    /**
     * Makes the folder.
     *
     * @throws SetupException {@code invalid_configuration} where it cannot be written or holds something
     */
    static OutputFolder create(Path wanted) {
        try {
            Path folder = Files.createDirectories(wanted.toAbsolutePath()).toRealPath();
            try (Stream<Path> entries = Files.list(folder)) {
                if (entries.findAny().isEmpty()) {
                    return new OutputFolder(folder);
                }
            }
        } catch (IOException e) {
            throw refused(wanted, "cannot be written (" + e.getClass().getSimpleName() + ")");
        }
        throw refused(wanted, "is not empty");
    }

    /** Removes a folder below it. */
    void remove(Path below) {
        if (!below.startsWith(path)) {
            throw new IllegalArgumentException(below + " is not below " + path);
        }
        try (Stream<Path> files = Files.walk(below)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw refused(below, "could not be removed (" + e + ")");
        }
    }

    private static SetupException refused(Path folder, String why) {
        return new SetupException(
                ErrorCode.INVALID_CONFIGURATION, "folder " + folder + " " + why, "choose another --out");
    }
}

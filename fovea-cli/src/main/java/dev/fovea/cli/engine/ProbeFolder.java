package dev.fovea.cli.engine;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for the pictures of one probe; gone with it.
 *
 * @param path exists until this is closed
 */
record ProbeFolder(Path path) implements AutoCloseable {

    static ProbeFolder create() {
        try {
            return new ProbeFolder(Files.createTempDirectory("fovea-probe-").toRealPath());
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "no temporary folder can be made (" + e.getMessage() + ")",
                    "name a folder with --run-dir",
                    e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // four small pictures remain, in the folder that the system empties by itself
            path.toFile().deleteOnExit();
        }
    }
}

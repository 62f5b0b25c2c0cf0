package dev.fovea.cli.demo;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.stream.Stream;

/** Where a run keeps everything. Created here, so that a second run never writes into the first one's records. */
final class RunFolder {

    private final Path root;

    private RunFolder(Path root) {
        this.root = root;
    }

    /**
     * Creates the folder.
     *
     * @throws SetupException where it cannot be written or holds something already
     */
    static RunFolder create(Path wanted) {
        try {
            Path root = Files.createDirectories(wanted.toAbsolutePath()).toRealPath();
            try (Stream<Path> entries = Files.list(root)) {
                if (entries.findAny().isPresent()) {
                    throw new SetupException(
                            ErrorCode.INVALID_CONFIGURATION,
                            "run folder " + wanted + " is not empty",
                            "choose another --out, or remove it");
                }
            }
            Path probe = Files.createTempFile(root, ".probe", ".tmp");
            Files.delete(probe);
            return new RunFolder(root);
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "run folder " + wanted + " cannot be written (" + e + ")",
                    "choose another --out, or check its permissions and free space",
                    e);
        }
    }

    Path root() {
        return root;
    }

    Path images() {
        return root.resolve("assets/images");
    }

    Path records() {
        return root.resolve("records");
    }

    Path weights() {
        return root.resolve("weights");
    }

    Path start() {
        return weights().resolve("start");
    }

    Path checkpoint() {
        return root.resolve("checkpoint");
    }

    Path log() {
        return root.resolve("fovea.log");
    }

    boolean has(String name) {
        return Files.exists(root.resolve(name));
    }

    /** Writes a file whole or not at all. */
    void write(String name, byte[] content) {
        Path target = root.resolve(name);
        try {
            Path temporary = root.resolve("." + name + "." + UUID.randomUUID() + ".tmp");
            Files.write(temporary, content, StandardOpenOption.CREATE_NEW);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    "could not write " + target + " (" + e + ")",
                    "check free space and permissions of the run folder",
                    e);
        }
    }
}

package dev.fovea.cli.demo;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code control.json} in the run folder: where the gateway is, its control secret, and where weights go. It is what a trainer of
 * another process reads; nobody but its owner may, and it is gone when the run ends.
 */
final class ControlFile implements AutoCloseable {

    private final Path file;

    private ControlFile(Path file) {
        this.file = file;
    }

    static ControlFile write(Path runFolder, URI gateway, String secret, Path weights) {
        JsonMapper json = new JsonMapper();
        byte[] content = json.writerWithDefaultPrettyPrinter()
                .writeValueAsBytes(json.createObjectNode()
                        .put("gateway", gateway.toString())
                        .put("secret", secret)
                        .put("weights", weights.toString()));
        Path file = runFolder.resolve("control.json");
        try {
            Path temporary = Files.createTempFile(
                    runFolder,
                    ".control",
                    ".tmp",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw failed("write", file, e);
        }
        return new ControlFile(file);
    }

    Path path() {
        return file;
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failed("remove", file, e);
        }
    }

    private static StorageException failed(String action, Path file, IOException cause) {
        return new StorageException(
                ErrorCode.STORAGE_FAILED,
                "could not " + action + " " + file + " (" + cause + ")",
                "check free space and permissions of the run folder",
                cause);
    }
}

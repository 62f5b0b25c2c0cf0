package dev.fovea.cli.training;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.contract.error.StorageException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Writes a file whole or not at all. */
final class WholeFile {

    private static final int BUFFER_BYTES = 1 << 16;

    private WholeFile() {}

    /** What goes into a file. */
    interface Content {
        void write(OutputStream target) throws IOException;
    }

    static void write(Path file, Content content) {
        if (file.getFileName() == null || file.toString().isEmpty() || Files.isDirectory(file)) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION, "\"" + file + "\" is no place for a file", "name a file to write");
        }
        Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            try (OutputStream target = new BufferedOutputStream(Files.newOutputStream(temporary), BUFFER_BYTES)) {
                content.write(target);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            discard(temporary, e);
            throw new StorageException(
                    StorageException.codeOf(e),
                    file + " cannot be written (" + e.getMessage() + ")",
                    "check free space and permissions",
                    e);
        }
    }

    private static void discard(Path temporary, IOException cause) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }
}

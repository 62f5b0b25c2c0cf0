package dev.fovea.cli.training;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file whole or not at all. */
final class WholeFile {

    private static final int BUFFER_BYTES = 1 << 16;

    private WholeFile() {}

    /** What goes into a file. */
    interface Content {
        void write(OutputStream target) throws IOException;
    }

    static void write(Path file, Content content) {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
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
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    file + " cannot be written (" + e.getMessage() + ")",
                    "check free space and permissions",
                    e);
        }
    }
}

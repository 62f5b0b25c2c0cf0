package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The last step that a reader released, as a decimal in a file of its own: a step whose file is gone must not be written again. */
final class ReleasedMark {

    private ReleasedMark() {}

    /** The step, or 0 if there is none. */
    static long read(Path mark) {
        try {
            return Long.parseLong(Files.readString(mark).strip());
        } catch (NoSuchFileException e) {
            return 0;
        } catch (NumberFormatException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    mark + " holds no step (" + e.getMessage() + ")",
                    "write the last trained step into it, or remove it to begin anew");
        } catch (IOException e) {
            throw StepFolders.failed("read", mark, e);
        }
    }

    static void write(StepFolders folders, String file, long step) {
        Path mark = folders.released(file);
        Path temporary = mark.resolveSibling(mark.getFileName() + ".tmp");
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap((step + "\n").getBytes(StandardCharsets.US_ASCII)));
                channel.force(true);
            }
            Files.move(temporary, mark, StandardCopyOption.ATOMIC_MOVE);
            StepFolders.force(folders.rollouts());
        } catch (IOException e) {
            throw StepFolders.failed("write", mark, e);
        }
    }
}

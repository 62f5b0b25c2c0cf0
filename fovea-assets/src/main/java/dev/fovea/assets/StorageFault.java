package dev.fovea.assets;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Words for what a file system refused. */
final class StorageFault {

    private StorageFault() {}

    static StorageException of(IOException cause, Path directory) {
        if (isFull(cause)) {
            return new StorageException(
                    ErrorCode.STORAGE_FULL,
                    "the file system of " + directory + " is full",
                    "free space there, or move the image directory",
                    cause);
        }
        return new StorageException(
                ErrorCode.STORAGE_FAILED,
                "storing an image in " + directory + " failed: "
                        + cause.getClass().getSimpleName() + ": " + cause.getMessage(),
                "check the directory's permissions and the file system's health",
                cause);
    }

    static StorageException belowFloor(Path directory, long usableBytes, long imageBytes, long floorBytes) {
        return new StorageException(
                ErrorCode.STORAGE_FULL,
                "an image of %,d bytes would leave less than the floor of %,d bytes free in %s, which has %,d"
                        .formatted(imageBytes, floorBytes, directory, usableBytes),
                "free space there, or lower the free-space floor");
    }

    static StorageException notRegular(Path target) {
        return new StorageException(
                ErrorCode.STORAGE_FAILED,
                target + " is no regular file",
                "remove it; only the store writes names of 64 hexadecimal digits");
    }

    /** The JDK has no exception type for a full disk or quota, only the system's words. */
    private static boolean isFull(IOException cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("no space left") || message.contains("quota exceeded");
    }
}

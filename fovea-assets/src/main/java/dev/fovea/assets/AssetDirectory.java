package dev.fovea.assets;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * One flat directory of names that are written once. A name is never replaced while it holds the right file: on network file
 * systems a reader's open handle would go stale.
 */
final class AssetDirectory {

    private final FileOperations files;
    private final Path directory;
    private final long freeSpaceFloorBytes;

    AssetDirectory(FileOperations files, Path directory, long freeSpaceFloorBytes) {
        this.files = files;
        this.directory = directory;
        this.freeSpaceFloorBytes = freeSpaceFloorBytes;
    }

    Path path() {
        return directory;
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    TempFile newTempFile() throws IOException {
        return TempFile.create(files, directory);
    }

    /** Whether a name holds a regular file of this size; such a file's time is set to now, which keeps sweeps away. */
    boolean touchIfPresent(String name, long bytes) throws IOException {
        Optional<BasicFileAttributes> found = files.attributes(file(name));
        if (found.isEmpty()) {
            return false;
        }
        if (!found.get().isRegularFile()) {
            throw StorageFault.notRegular(file(name));
        }
        if (found.get().size() != bytes) {
            return false;
        }
        try {
            files.touch(file(name));
        } catch (IOException e) {
            // A file of another owner may refuse a new time; its bytes are there all the same.
        }
        return true;
    }

    /**
     * Gives a complete temporary file its name, durably.
     *
     * @return false where another writer of the same bytes was faster
     */
    boolean publish(TempFile temp, String name, long bytes) throws IOException {
        boolean isNew = linkOrReplace(temp, name, bytes);
        files.forceDirectory(directory);
        return isNew;
    }

    /** Refuses early what would fill the disk: one cheap system call per new image. */
    void requireSpace(long imageBytes) throws IOException {
        long usable = files.usableBytes(directory);
        if (usable - imageBytes < freeSpaceFloorBytes) {
            throw StorageFault.belowFloor(directory, usable, imageBytes, freeSpaceFloorBytes);
        }
    }

    private boolean linkOrReplace(TempFile temp, String name, long bytes) throws IOException {
        try {
            files.link(temp.path(), file(name));
            return true;
        } catch (FileAlreadyExistsException e) {
            if (touchIfPresent(name, bytes)) {
                return false;
            }
        } catch (IOException | UnsupportedOperationException e) {
            // This file system has no hard links; a rename publishes just as atomically.
        }
        files.replace(temp.path(), file(name));
        return true;
    }
}

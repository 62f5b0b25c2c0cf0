package dev.fovea.training.feed;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second feed of the same rank out of a folder. The system lets go of it when a process dies, however it dies. */
public final class FolderLock implements AutoCloseable {

    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the folder for one rank.
     *
     * @throws RequestException {@code writer_replaced} where another feed has it
     * @throws StorageException where the folder cannot be made
     */
    public static FolderLock take(Path folder, int rank) {
        Path file = folder.resolve(".rank_" + rank + ".lock");
        try {
            Files.createDirectories(folder);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isFree(channel)) {
                return new FolderLock(file, channel);
            }
            channel.close();
        } catch (IOException e) {
            throw failed(file, e);
        }
        throw new RequestException(
                ErrorCode.WRITER_REPLACED,
                "another feed of rank " + rank + " is at work in " + folder,
                "end it, or give each feed a folder of its own");
    }

    private static boolean isFree(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return true; // a file system without locks, where this guard is missing
        }
    }

    private static StorageException failed(Path file, IOException cause) {
        return new StorageException(
                StorageException.codeOf(cause),
                "could not lock " + file + " (" + cause + ")",
                "check free space and permissions of the folder of batches",
                cause);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw failed(file, e);
        }
    }
}

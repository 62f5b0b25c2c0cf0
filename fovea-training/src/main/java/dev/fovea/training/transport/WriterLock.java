package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second writer out. The system lets go of it when a process dies, however it dies. */
final class WriterLock implements AutoCloseable {

    private final Path file;
    private final FileChannel channel;

    private WriterLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    static WriterLock take(Path rollouts) throws IOException {
        Path file = rollouts.resolve(".writer.lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            throw new RequestException(
                    ErrorCode.WRITER_REPLACED,
                    "another writer is at work in " + rollouts,
                    "end it, or give each writer a folder of its own");
        }
        return new WriterLock(file, channel);
    }

    private static boolean locked(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return true; // a file system without locks: this guard is missing there, and a folder is still renamed once
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw StepFolders.failed("close", file, e);
        }
    }
}

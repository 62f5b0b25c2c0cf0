package dev.fovea.trace;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second process from writing, and from cutting off as torn what the first is about to finish. */
final class JournalLock implements Closeable {

    private final FileChannel channel;

    private JournalLock(FileChannel channel) {
        this.channel = channel;
    }

    /** A file of its own, because the system drops a lock when any other handle of its file is closed. */
    static JournalLock take(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("traces.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "another process writes the records in " + folder,
                    "give each gateway a run folder of its own, or end the other one");
        }
        return new JournalLock(channel);
    }

    private static boolean locked(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return true; // a file system without locks: the guard is missing there, not the journal
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

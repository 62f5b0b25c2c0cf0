package dev.fovea.assets;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Patience with network file systems: a file that another node has just stored may be missing here for a moment, and an open
 * handle may be stale. Such a read is tried again a bounded number of times, after listing the directory, which refreshes the
 * client's cache.
 */
final class TransientFaults {

    /** Waits before each further attempt: enough for an NFS client to see a new name once its directory was listed. */
    static final List<Duration> PAUSES = List.of(Duration.ofMillis(5), Duration.ofMillis(25), Duration.ofMillis(100));

    private final Consumer<Duration> pause;

    TransientFaults(Consumer<Duration> pause) {
        this.pause = pause;
    }

    <T> T retry(Attempt<T> attempt, Refresh refresh) throws IOException {
        for (Duration wait : PAUSES) {
            try {
                return attempt.run();
            } catch (IOException e) {
                if (!isTransient(e)) {
                    throw e;
                }
                pause.accept(wait);
                refresh.run();
            }
        }
        return attempt.run();
    }

    private static boolean isTransient(IOException fault) {
        if (fault instanceof NoSuchFileException) {
            return true;
        }
        return fault instanceof FileSystemException
                && String.valueOf(fault.getMessage()).contains("Stale file handle");
    }

    /** One try of a read. */
    @FunctionalInterface
    interface Attempt<T> {
        T run() throws IOException;
    }

    /** Makes the client look again. */
    @FunctionalInterface
    interface Refresh {
        void run();
    }
}

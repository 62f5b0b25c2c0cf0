package dev.fovea.trace;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** The journal's file: whole lines, appended one at a time, by one process. Thread safe. */
final class JournalFile implements AutoCloseable {

    private final Path path;
    private final TraceJournal.Sync sync;
    private final JournalLock owner;
    /** Not a channel: that would be closed for everybody when one writer's thread is interrupted. */
    private final RandomAccessFile out;

    private final ReentrantLock lock = new ReentrantLock();
    private boolean broken;
    private boolean closed;

    private JournalFile(Path path, TraceJournal.Sync sync, JournalLock owner, RandomAccessFile out) {
        this.path = path;
        this.sync = sync;
        this.owner = owner;
        this.out = out;
    }

    /** Where a folder's journal stands. */
    static Path in(Path folder) {
        return folder.resolve("traces.jsonl");
    }

    static JournalFile open(Path folder, TraceJournal.Sync sync) {
        Path path = in(folder);
        try {
            Files.createDirectories(folder);
            JournalLock owner = JournalLock.take(folder);
            try {
                RandomAccessFile out = new RandomAccessFile(path.toFile(), "rw");
                TornLine.drop(out.getChannel());
                out.seek(out.length());
                return new JournalFile(path, sync, owner, out);
            } catch (IOException e) {
                owner.close();
                throw e;
            }
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    /** Appends a line; it is the operating system's when this returns. */
    void append(byte[] text) {
        if (text.length >= JournalLines.MAX_LINE_BYTES) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    "an event of " + text.length + " bytes is longer than a line of the records may be",
                    "use shorter turns; the limit is " + JournalLines.MAX_LINE_BYTES + " bytes");
        }
        byte[] line = Arrays.copyOf(text, text.length + 1);
        line[text.length] = '\n';
        lock.lock();
        try {
            write(line);
        } catch (IOException e) {
            throw failed(path, e);
        } finally {
            lock.unlock();
        }
    }

    /** A line that was not written whole is taken back; where even that fails, nothing may follow it. */
    private void write(byte[] line) throws IOException {
        if (broken) {
            throw new IOException("an earlier event could neither be written nor taken back");
        }
        long start = out.getFilePointer();
        broken = true;
        try {
            out.write(line);
            if (sync == TraceJournal.Sync.EVERY_EVENT) {
                out.getFD().sync();
            }
            broken = false;
        } catch (IOException e) {
            out.setLength(start);
            out.seek(start);
            broken = false;
            throw e;
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                out.getFD().sync();
                out.close();
                owner.close();
            }
        } catch (IOException e) {
            throw failed(path, e);
        } finally {
            lock.unlock();
        }
    }

    private static StorageException failed(Path path, IOException cause) {
        boolean full = String.valueOf(cause.getMessage()).contains("No space left");
        return new StorageException(
                full ? ErrorCode.STORAGE_FULL : ErrorCode.STORAGE_FAILED,
                "could not write the records " + path + " (" + cause + ")",
                "check free space and permissions of the run folder",
                cause);
    }
}

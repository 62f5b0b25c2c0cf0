package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the files of one rank, or of one run. */
final class FileStepReceiver<T> implements StepReceiver<T> {

    /** A file that appeared by a rename is whole; a foreign writer's, or a network file system's, may need another look. */
    private static final int LOOKS_AT_A_TORN_FILE = 5;

    private final StepFolders folders;
    private final String file;
    private final StepFormat<T> format;
    private final Duration rest;
    private final CountDownLatch closed = new CountDownLatch(1);
    private long next;
    private int tornLooks;
    private @Nullable FileIncomingStep<T> open;

    private FileStepReceiver(StepFolders folders, String file, StepFormat<T> format, long next, Duration rest) {
        this.folders = folders;
        this.file = file;
        this.format = format;
        this.rest = rest;
        this.next = next;
    }

    static <T> FileStepReceiver<T> open(
            StepFolders folders, String file, StepFormat<T> format, long fromStep, Duration rest) {
        long released = ReleasedMark.read(folders.released(file));
        long next = Math.max(fromStep, released + 1);
        // trained before, by a process that died before it could say so, or between saying and removing
        long[] passed = folders.present().stream()
                .mapToLong(Long::longValue)
                .filter(step -> step < next)
                .sorted()
                .toArray();
        if (passed.length > 0 && passed[passed.length - 1] > released) {
            ReleasedMark.write(folders, file, passed[passed.length - 1]);
        }
        for (long step : passed) {
            folders.remove(step, file);
        }
        return new FileStepReceiver<>(folders, file, format, next, rest);
    }

    @Override
    public Optional<IncomingStep<T>> poll(Duration patience) {
        if (open != null) {
            throw new IllegalStateException("step " + open.step() + " is still open");
        }
        long until = System.nanoTime() + patience.toNanos();
        while (true) {
            Optional<IncomingStep<T>> found = look();
            long left = until - System.nanoTime();
            if (found.isPresent() || left <= 0 || !rested(Math.min(left, rest.toNanos()))) {
                return found;
            }
        }
    }

    /** False where the wait was cut short for good. */
    private boolean rested(long nanos) {
        try {
            return !closed.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Optional<IncomingStep<T>> look() {
        Path source = folders.folder(next).resolve(file);
        if (!Files.exists(source)) {
            requireNoLaterStep(source);
            return Optional.empty();
        }
        try {
            open = FileIncomingStep.open(source, next, format, this::ended);
        } catch (RequestException torn) {
            if (++tornLooks < LOOKS_AT_A_TORN_FILE) {
                return Optional.empty();
            }
            throw new RequestException(
                    torn.code(),
                    source + " was no whole step in " + tornLooks + " looks: " + torn.what(),
                    "remove it and let its writer send the step again",
                    torn);
        }
        tornLooks = 0;
        return Optional.of(open);
    }

    /** Steps appear in their order, so that one behind a gap proves that the gap will not be filled. */
    private void requireNoLaterStep(Path source) {
        OptionalLong later = folders.present().stream()
                .mapToLong(Long::longValue)
                .filter(step -> step > next)
                .min();
        if (later.isPresent() && !Files.exists(source)) {
            throw new RequestException(
                    ErrorCode.STEP_MISSING,
                    source + " is not there, and step " + later.getAsLong() + " is",
                    "put it back, or read from step " + later.getAsLong());
        }
    }

    private void ended(FileIncomingStep<T> step, boolean trained) {
        open = null;
        if (!trained) {
            return;
        }
        ReleasedMark.write(folders, file, step.step());
        next = step.step() + 1;
        folders.remove(step.step(), file);
    }

    @Override
    public void close() {
        closed.countDown();
        if (open != null) {
            open.close();
        }
    }
}

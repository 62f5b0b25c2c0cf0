package dev.fovea.training.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the step folders of one leg. */
final class FileStepSender<T> implements StepSender<T> {

    private final StepFolders folders;
    private final StepFormat<T> format;
    private final WriterLock lock;
    private OptionalLong committed;
    private @Nullable FileOutgoingStep<T> open;

    private FileStepSender(StepFolders folders, StepFormat<T> format, WriterLock lock) {
        this.folders = folders;
        this.format = format;
        this.lock = lock;
        this.committed = folders.lastWritten();
    }

    static <T> FileStepSender<T> open(StepFolders folders, StepFormat<T> format) {
        try {
            Files.createDirectories(folders.rollouts());
            WriterLock lock = WriterLock.take(folders.rollouts());
            folders.abandoned().forEach(FileStepSender::remove);
            return new FileStepSender<>(folders, format, lock);
        } catch (IOException e) {
            throw StepFolders.failed("open", folders.rollouts(), e);
        }
    }

    @Override
    public OptionalLong committed() {
        return committed;
    }

    @Override
    public OutgoingStep<T> begin(long step, int itemsPerRank) {
        if (open != null) {
            throw new IllegalStateException("step " + open.step() + " is still open");
        }
        StepRules rules =
                StepRules.begin(committed, step, itemsPerRank, folders.files().size());
        open = FileOutgoingStep.create(folders, rules, format, this::ended);
        return open;
    }

    private void ended(FileOutgoingStep<T> step, boolean whole) {
        open = null;
        if (whole) {
            committed = OptionalLong.of(step.step());
        }
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
        }
        lock.close();
    }

    /** Removes a folder with what is in it. */
    static void remove(Path folder) {
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw StepFolders.failed("remove", folder, e);
        } catch (UncheckedIOException e) {
            throw StepFolders.failed("remove", folder, e.getCause());
        }
    }
}

package dev.fovea.training.transport;

import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
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
        this.committed = OptionalLong.empty();
    }

    static <T> FileStepSender<T> open(StepFolders folders, StepFormat<T> format) {
        try {
            Files.createDirectories(folders.rollouts());
            FileStepSender<T> sender = new FileStepSender<>(folders, format, WriterLock.take(folders.rollouts()));
            sender.resume();
            return sender;
        } catch (IOException e) {
            throw StepFolders.failed("open", folders.rollouts(), e);
        }
    }

    private void resume() {
        try {
            folders.abandoned().forEach(FileStepSender::remove);
            committed = folders.lastWritten();
        } catch (StorageException e) {
            lock.close();
            throw e;
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

    /** Removes a folder of files. */
    static void remove(Path folder) {
        try {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw StepFolders.failed("remove", folder, e);
        }
    }
}

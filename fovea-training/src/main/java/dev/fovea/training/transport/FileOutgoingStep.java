package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A step in a hidden folder, which gets its name when all its files are on the disk: the rename of a folder shows every rank its
 * rows at once, where renaming file by file would let one rank begin a step that another never gets.
 */
final class FileOutgoingStep<T> implements OutgoingStep<T> {

    /** Told at the end whether the step became visible. */
    interface Ended<T> {
        void accept(FileOutgoingStep<T> step, boolean whole);
    }

    private record RankFile(FileChannel channel, OutputStream out) {}

    private final StepFolders folders;
    private final StepRules rules;
    private final StepFormat<T> format;
    private final Ended<T> ended;
    private final Path staging;
    private final List<RankFile> files = new ArrayList<>();
    private boolean over;

    private FileOutgoingStep(StepFolders folders, StepRules rules, StepFormat<T> format, Ended<T> ended) {
        this.folders = folders;
        this.rules = rules;
        this.format = format;
        this.ended = ended;
        this.staging = folders.staging(rules.step());
    }

    static <T> FileOutgoingStep<T> create(StepFolders folders, StepRules rules, StepFormat<T> format, Ended<T> ended) {
        FileOutgoingStep<T> step = new FileOutgoingStep<>(folders, rules, format, ended);
        try {
            Files.createDirectory(step.staging);
            for (String name : folders.files()) {
                step.openFile(name);
            }
        } catch (IOException e) {
            step.close();
            throw StepFolders.failed("write", step.staging, e);
        }
        return step;
    }

    private void openFile(String name) throws IOException {
        FileChannel channel =
                FileChannel.open(staging.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
        files.add(new RankFile(channel, out));
        format.open(out, rules.itemsPerRank());
    }

    long step() {
        return rules.step();
    }

    @Override
    public void add(int rank, T item) {
        requireOpen();
        rules.add(rank);
        try {
            format.codec().write(item, files.get(rank).out());
        } catch (IOException e) {
            throw StepFolders.failed("write", staging.resolve(folders.files().get(rank)), e);
        }
    }

    @Override
    public void commit() {
        requireOpen();
        rules.commit();
        try {
            for (RankFile file : files) {
                format.finish(file.out(), rules.step());
                file.out().flush();
                file.channel().force(true);
            }
            StepFolders.force(staging);
            closeFiles();
            show();
        } catch (IOException e) {
            throw StepFolders.failed("write", folders.folder(rules.step()), e);
        }
        over = true;
        ended.accept(this, true);
    }

    private void show() throws IOException {
        Path target = folders.folder(rules.step());
        if (!Files.exists(target)) {
            Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
        } else if (files.size() == 1) {
            // others keep their records of a step in the same folder
            String name = folders.files().getFirst();
            Files.move(staging.resolve(name), target.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            StepFolders.force(target);
            Files.delete(staging);
        } else {
            throw new RequestException(
                    ErrorCode.STEP_REFUSED,
                    target + " is there already, with files of somebody else",
                    "move it away; several ranks' files can appear at once only with their folder");
        }
        StepFolders.force(folders.rollouts());
    }

    private void closeFiles() throws IOException {
        for (RankFile file : files) {
            file.channel().close();
        }
    }

    private void requireOpen() {
        if (over) {
            throw new IllegalStateException("step " + rules.step() + " is over");
        }
    }

    @Override
    public void close() {
        if (over) {
            return;
        }
        over = true;
        try {
            closeFiles();
        } catch (IOException e) {
            throw StepFolders.failed("close", staging, e);
        } finally {
            if (Files.exists(staging)) {
                FileStepSender.remove(staging);
            }
            ended.accept(this, false);
        }
    }
}

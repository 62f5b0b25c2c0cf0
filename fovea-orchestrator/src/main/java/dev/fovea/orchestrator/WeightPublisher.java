package dev.fovea.orchestrator;

import dev.fovea.client.ControlClient;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import dev.fovea.training.Learner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Writes a learner's weights as a checkpoint folder and puts them into the engine. Keeps the newest folders only. */
public final class WeightPublisher {

    /** The present weights and the ones before: what a warm-up that went too far returns to. */
    private static final int KEPT = 2;

    private final ControlClient control;
    private final Path folder;
    private final Deque<Path> published = new ArrayDeque<>();
    private long step;

    /**
     * A publisher.
     *
     * @param folder holds one checkpoint folder a version
     */
    public WeightPublisher(ControlClient control, Path folder) {
        this.control = control;
        this.folder = folder;
    }

    /** The version that answers now. */
    public WeightVersion version() {
        return new WeightVersion(step);
    }

    /** Publishes the present weights; when this returns, new requests are answered with them. */
    public Path publish(Learner learner) throws InterruptedException {
        WeightVersion version = new WeightVersion(++step);
        Path checkpoint = folder.resolve(version.label());
        learner.save(checkpoint);
        load(checkpoint, version);
        published.addLast(checkpoint);
        if (published.size() > KEPT) {
            delete(published.removeFirst());
        }
        return checkpoint;
    }

    /** Puts the weights of an older folder back, under a new version. */
    public void restore(Path checkpoint) throws InterruptedException {
        load(checkpoint, new WeightVersion(++step));
    }

    private void load(Path checkpoint, WeightVersion version) throws InterruptedException {
        control.loadWeights(checkpoint, version);
    }

    private static void delete(Path checkpoint) {
        try (Stream<Path> files = Files.walk(checkpoint)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    "could not remove the old weights in " + checkpoint + " (" + e + ")",
                    "check permissions of the run folder",
                    e);
        }
    }
}

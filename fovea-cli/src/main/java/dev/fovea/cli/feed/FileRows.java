package dev.fovea.cli.feed;

import dev.fovea.contract.MicroBatch;
import dev.fovea.training.FileSystemTransport;
import dev.fovea.training.feed.RowSteps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** A rank's rows as the file-system transport leaves them. */
final class FileRows implements RowSteps {

    private static final long LOOK_MILLIS = 50;

    private final Path folder;
    private final FileSystemTransport transport;
    private final int rank;
    private long next;

    FileRows(Path folder, int rank, long fromStep) {
        this.folder = folder;
        this.transport = new FileSystemTransport(folder);
        this.rank = rank;
        this.next = fromStep;
    }

    @Override
    public Optional<RowStep> poll(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (!Files.exists(folder.resolve("rollouts/step_" + next + "/rank_" + rank + ".bin"))) {
            if (System.nanoTime() >= end || Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            sleep();
        }
        return Optional.of(new Step(next, transport.receive(next, rank)));
    }

    private static void sleep() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {}

    private final class Step implements RowStep {

        private final long step;
        private final List<MicroBatch> rows;

        Step(long step, List<MicroBatch> rows) {
            this.step = step;
            this.rows = rows;
        }

        @Override
        public long step() {
            return step;
        }

        @Override
        public int size() {
            return rows.size();
        }

        @Override
        public Iterator<MicroBatch> iterator() {
            return rows.iterator();
        }

        @Override
        public void release() {
            transport.release(step, rank);
            next = step + 1;
        }

        @Override
        public void close() {}
    }
}

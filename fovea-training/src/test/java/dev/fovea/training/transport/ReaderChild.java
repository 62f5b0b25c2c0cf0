package dev.fovea.training.transport;

import dev.fovea.contract.MicroBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A process that reads steps until it is killed, and keeps a ledger of what it trained. Dies by itself of anything that is torn,
 * lost or doubled. A step that comes once more because the process before was killed between ledger and release is no fault: a
 * trainer has that step in its checkpoint.
 */
final class ReaderChild {

    private final int rank;
    private final StepReceiver<MicroBatch> receiver;
    private final Path ledger;
    private long trained;

    private ReaderChild(int rank, StepReceiver<MicroBatch> receiver, Path ledger) throws IOException {
        this.rank = rank;
        this.receiver = receiver;
        this.ledger = ledger;
        this.trained = last(ledger);
    }

    /**
     * Reads all ranks in turn.
     *
     * @param args transport, last step to read, folder of the ledgers
     */
    public static void main(String[] args) throws IOException {
        long last = Long.parseLong(args[1]);
        try (Transport transport = Transport.open(TransportSettings.parse(args[0]))) {
            List<ReaderChild> ranks = new ArrayList<>();
            for (int rank = 0; rank < KillRun.RANKS; rank++) {
                ranks.add(
                        new ReaderChild(rank, transport.receiveRows(rank, 1), KillRun.ledger(Path.of(args[2]), rank)));
            }
            while (ranks.stream().anyMatch(rank -> rank.trained < last)) {
                for (ReaderChild rank : ranks) {
                    if (rank.trained < last) {
                        rank.readOne();
                    }
                }
            }
            ranks.forEach(rank -> rank.receiver.close());
        }
    }

    /** The last step in a ledger, or 0. */
    static long last(Path ledger) throws IOException {
        if (Files.notExists(ledger)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(ledger)) {
            return lines.mapToLong(line -> Long.parseLong(line.split(" ", -1)[0]))
                    .reduce(0, (before, step) -> step);
        }
    }

    private void readOne() throws IOException {
        Optional<IncomingStep<MicroBatch>> found = receiver.poll(Duration.ofMillis(200));
        if (found.isEmpty()) {
            return;
        }
        try (IncomingStep<MicroBatch> step = found.get()) {
            int rows = 0;
            for (MicroBatch row : step) {
                require(row.equals(KillRun.row(step.step(), rank, rows)), step.step(), "row " + rows + " is another");
                rows++;
            }
            require(rows == KillRun.rows(step.step()), step.step(), rows + " rows");
            if (step.step() == trained) {
                ChildProcess.say("again " + trained);
            } else {
                require(step.step() == trained + 1, step.step(), "followed " + trained);
                // one small write: a process that is killed has made it or not
                Files.writeString(
                        ledger, step.step() + " " + rows + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                trained = step.step();
            }
            step.release();
        }
        ChildProcess.say(ChildProcess.READY);
    }

    private void require(boolean holds, long step, String otherwise) {
        if (!holds) {
            throw new AssertionError("step " + step + " of rank " + rank + ": " + otherwise);
        }
    }
}

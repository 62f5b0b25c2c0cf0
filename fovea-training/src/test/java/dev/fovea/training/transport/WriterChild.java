package dev.fovea.training.transport;

import dev.fovea.contract.MicroBatch;
import java.io.IOException;
import java.nio.file.Path;

/** A process that writes steps until it is killed, never far ahead of the reader: a backlog only makes both slow to start. */
final class WriterChild {

    private static final long LEAD = 50;

    private WriterChild() {}

    /**
     * Writes.
     *
     * @param args transport, last step to write, folder of the ledgers
     */
    public static void main(String[] args) throws IOException {
        long last = Long.parseLong(args[1]);
        Path ledger = KillRun.ledger(Path.of(args[2]), KillRun.RANKS - 1);
        long trained = 0;
        try (Transport transport = Transport.open(TransportSettings.parse(args[0]));
                StepSender<MicroBatch> sender = transport.sendRows(KillRun.RANKS)) {
            long step = sender.committed().orElse(0) + 1;
            for (; step <= last; step++) {
                while (step > trained + LEAD) {
                    trained = ReaderChild.last(ledger);
                    Thread.onSpinWait();
                }
                write(sender, step);
                ChildProcess.say(ChildProcess.READY);
            }
            ChildProcess.say(Long.toString(sender.committed().orElse(0)));
        }
    }

    private static void write(StepSender<MicroBatch> sender, long step) {
        int rows = KillRun.rows(step);
        try (OutgoingStep<MicroBatch> outgoing = sender.begin(step, rows)) {
            for (int sequence = 0; sequence < rows; sequence++) {
                for (int rank = 0; rank < KillRun.RANKS; rank++) {
                    outgoing.add(rank, KillRun.row(step, rank, sequence));
                }
            }
            outgoing.commit();
        }
    }
}

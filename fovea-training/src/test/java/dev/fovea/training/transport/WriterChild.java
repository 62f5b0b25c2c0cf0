package dev.fovea.training.transport;

import dev.fovea.contract.MicroBatch;

/** A process that writes steps until it is killed. */
final class WriterChild {

    private WriterChild() {}

    /**
     * Writes.
     *
     * @param args transport, last step to write
     */
    public static void main(String[] args) {
        long last = Long.parseLong(args[1]);
        try (Transport transport = Transport.open(TransportSettings.parse(args[0]));
                StepSender<MicroBatch> sender = transport.sendRows(KillRun.RANKS)) {
            long step = sender.committed().orElse(0) + 1;
            ChildProcess.say(ChildProcess.READY);
            for (; step <= last; step++) {
                write(sender, step);
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

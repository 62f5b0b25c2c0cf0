package dev.fovea.training.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** What transports keep to that outlive the processes at their ends. */
public abstract class DurableTransportContract extends TransportContract {

    private void restart() throws Exception {
        close();
        open();
    }

    @Test
    void aWriterGoesOnBehindWhatWasCommitted() throws Exception {
        try (StepSender<MicroBatch> sender = transport.sendRows(2)) {
            assertThat(sender.committed()).isEmpty();
            send(sender, 1, 2, 1);
            send(sender, 2, 2, 1);
            sender.begin(3, 1).add(0, StepItems.row(3, 0, 0));
        }
        restart();

        try (StepSender<MicroBatch> sender = transport.sendRows(2)) {
            assertThat(sender.committed()).hasValue(2);
            refused(ErrorCode.STEP_REFUSED, () -> sender.begin(2, 1), "step 2 cannot follow step 2");
            send(sender, 3, 2, 1);
        }
    }

    @Test
    void aWriterDoesNotRepeatWhatWasTrainedAndRemoved() throws Exception {
        try (StepSender<MicroBatch> sender = transport.sendRows(1);
                StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            for (long step = 1; step <= 3; step++) {
                send(sender, step, 1, 2);
                next(receiver);
            }
        }
        restart();

        try (StepSender<MicroBatch> sender = transport.sendRows(1);
                StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            assertThat(sender.committed()).hasValue(3);
            send(sender, 4, 1, 1);
            assertThat(next(receiver)).isEqualTo(StepItems.rows(4, 0, 1));
        }
    }

    @Test
    void aReaderGoesOnBehindWhatItReleased() throws Exception {
        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            for (long step = 1; step <= 3; step++) {
                send(sender, step, 1, 2);
            }
        }
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            next(receiver);
            receiver.poll(SOON).orElseThrow().iterator().next();
        }
        restart();

        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            assertThat(next(receiver)).isEqualTo(StepItems.rows(2, 0, 2));
            assertThat(next(receiver)).isEqualTo(StepItems.rows(3, 0, 2));
        }
    }

    @Test
    void aTrainersCheckpointSaysWhereToGoOn() throws Exception {
        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            for (long step = 1; step <= 3; step++) {
                send(sender, step, 1, 1);
            }
        }

        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 3)) {
            assertThat(next(receiver)).isEqualTo(StepItems.rows(3, 0, 1));
        }
        restart();

        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            assertThat(sender.committed()).hasValue(3);
        }
    }

    @Test
    void stepsThatBeginLaterThanTheReaderAreMissed() throws Exception {
        try (StepSender<MicroBatch> sender = transport.sendRows(1);
                StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            send(sender, 41, 1, 1);

            refused(ErrorCode.STEP_MISSING, () -> receiver.poll(SOON), "step 41");
        }
    }
}

package dev.fovea.training.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every transport keeps to. */
public abstract class TransportContract {

    /** Far beyond what any of them needs; a test that fails waits so long, no other does. */
    protected static final Duration SOON = Duration.ofSeconds(20);

    protected Transport transport;

    /** Opens the transport under test over the same place as before. */
    protected abstract Transport openTransport() throws Exception;

    @BeforeEach
    protected void open() throws Exception {
        transport = openTransport();
    }

    @AfterEach
    protected void close() {
        transport.close();
    }

    @Test
    void everyRankGetsItsOwnRowsInOrder() {
        try (StepReceiver<MicroBatch> zero = transport.receiveRows(0, 1);
                StepReceiver<MicroBatch> one = transport.receiveRows(1, 1);
                StepSender<MicroBatch> sender = transport.sendRows(2)) {
            try (OutgoingStep<MicroBatch> step = sender.begin(1, 3)) {
                for (int sequence = 0; sequence < 3; sequence++) {
                    step.add(1, StepItems.row(1, 1, sequence));
                    step.add(0, StepItems.row(1, 0, sequence));
                }
                step.commit();
            }

            assertThat(next(zero)).isEqualTo(StepItems.rows(1, 0, 3));
            assertThat(next(one)).isEqualTo(StepItems.rows(1, 1, 3));
        }
    }

    @Test
    void samplesOfARunReachThePacker() {
        try (StepReceiver<TrainingSample> receiver = transport.receiveSamples("run_a", 1);
                StepSender<TrainingSample> sender = transport.sendSamples("run_a")) {
            sendSamples(sender, 1, 5);
            sendSamples(sender, 2, 1);

            assertThat(next(receiver)).isEqualTo(StepItems.samples(1, 5));
            assertThat(next(receiver)).isEqualTo(StepItems.samples(2, 1));
        }
    }

    @Test
    void runsDoNotMix() {
        try (StepReceiver<TrainingSample> one = transport.receiveSamples("run_a", 1);
                StepReceiver<TrainingSample> other = transport.receiveSamples("run_b", 1);
                StepSender<TrainingSample> senderOfOther = transport.sendSamples("run_b");
                StepSender<TrainingSample> senderOfOne = transport.sendSamples("run_a")) {
            sendSamples(senderOfOther, 1, 2);
            sendSamples(senderOfOne, 1, 3);

            assertThat(next(one)).hasSize(3);
            assertThat(next(other)).hasSize(2);
            assertThat(one.poll(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void stepsComeInTheirOrder() {
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1);
                StepSender<MicroBatch> sender = transport.sendRows(1)) {
            for (long step = 1; step <= 4; step++) {
                send(sender, step, 1, 2);
            }

            for (long step = 1; step <= 4; step++) {
                assertThat(next(receiver)).isEqualTo(StepItems.rows(step, 0, 2));
            }
        }
    }

    @Test
    void nothingIsVisibleBeforeTheCommit() {
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1);
                StepSender<MicroBatch> sender = transport.sendRows(1)) {
            OutgoingStep<MicroBatch> step = sender.begin(1, 1);
            step.add(0, StepItems.row(1, 0, 0));
            Optional<IncomingStep<MicroBatch>> early = receiver.poll(Duration.ZERO);
            step.commit();

            assertThat(early).isEmpty();
            assertThat(next(receiver)).hasSize(1);
        }
    }

    @Test
    void aStepThatWasGivenUpIsNeverSeenAndMayBeWrittenAnew() {
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1);
                StepSender<MicroBatch> sender = transport.sendRows(1)) {
            try (OutgoingStep<MicroBatch> step = sender.begin(1, 2)) {
                step.add(0, StepItems.row(7, 0, 0));
            }
            send(sender, 1, 1, 2);

            assertThat(next(receiver)).isEqualTo(StepItems.rows(1, 0, 2));
        }
    }

    @Test
    void ranksWithUnequalCountsAreRefused() {
        try (StepReceiver<MicroBatch> zero = transport.receiveRows(0, 1);
                StepReceiver<MicroBatch> one = transport.receiveRows(1, 1);
                StepSender<MicroBatch> sender = transport.sendRows(2)) {
            try (OutgoingStep<MicroBatch> step = sender.begin(1, 1)) {
                step.add(0, StepItems.row(1, 0, 0));

                refused(ErrorCode.STEP_REFUSED, step::commit, "rank 1 of step 1 got 0 of 1 items");
            }

            assertThat(zero.poll(Duration.ZERO)).isEmpty();
            assertThat(one.poll(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void anItemTooManyIsRefused() {
        try (StepSender<MicroBatch> sender = transport.sendRows(1);
                OutgoingStep<MicroBatch> step = sender.begin(1, 1)) {
            step.add(0, StepItems.row(1, 0, 0));

            refused(ErrorCode.STEP_REFUSED, () -> step.add(0, StepItems.row(1, 0, 1)), "more than its 1 items");
            refused(ErrorCode.STEP_REFUSED, () -> step.add(1, StepItems.row(1, 1, 0)), "no rank 1");
        }
    }

    @Test
    void aStepOutOfOrderAndAnEmptyOneAreRefused() {
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1);
                StepSender<MicroBatch> sender = transport.sendRows(1)) {
            refused(ErrorCode.STEP_REFUSED, () -> sender.begin(0, 1), "step 0 cannot follow nothing");
            refused(ErrorCode.STEP_REFUSED, () -> sender.begin(1, 0), "announced with 0 items");
            send(sender, 1, 1, 1);

            refused(ErrorCode.STEP_REFUSED, () -> sender.begin(1, 1), "step 1 cannot follow step 1");
            refused(ErrorCode.STEP_REFUSED, () -> sender.begin(3, 1), "step 3 cannot follow step 1");
            assertThat(next(receiver)).hasSize(1);
        }
    }

    @Test
    void aStepIsGivenAgainUntilItIsReleased() {
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1);
                StepSender<MicroBatch> sender = transport.sendRows(1)) {
            send(sender, 1, 1, 2);
            send(sender, 2, 1, 1);
            try (IncomingStep<MicroBatch> step = receiver.poll(SOON).orElseThrow()) {
                assertThat(step.iterator().next()).isEqualTo(StepItems.row(1, 0, 0));
            }

            assertThat(next(receiver)).isEqualTo(StepItems.rows(1, 0, 2));
            assertThat(next(receiver)).isEqualTo(StepItems.rows(2, 0, 1));
        }
    }

    @Test
    void everyIteratorBeginsAtTheFirstItem() {
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1);
                StepSender<MicroBatch> sender = transport.sendRows(1)) {
            send(sender, 1, 1, 3);
            try (IncomingStep<MicroBatch> step = receiver.poll(SOON).orElseThrow()) {
                assertThat(step.size()).isEqualTo(3);
                step.iterator().next();

                assertThat(step).containsExactlyElementsOf(StepItems.rows(1, 0, 3));
                assertThat(step).containsExactlyElementsOf(StepItems.rows(1, 0, 3));
            }
        }
    }

    /** Sends a step of so many rows to each rank. */
    public static void send(StepSender<MicroBatch> sender, long step, int ranks, int rows) {
        try (OutgoingStep<MicroBatch> outgoing = sender.begin(step, rows)) {
            for (int rank = 0; rank < ranks; rank++) {
                for (int sequence = 0; sequence < rows; sequence++) {
                    outgoing.add(rank, StepItems.row(step, rank, sequence));
                }
            }
            outgoing.commit();
        }
    }

    /** Sends a step of so many samples. */
    protected static void sendSamples(StepSender<TrainingSample> sender, long step, int samples) {
        try (OutgoingStep<TrainingSample> outgoing = sender.begin(step, samples)) {
            StepItems.samples(step, samples).forEach(sample -> outgoing.add(0, sample));
            outgoing.commit();
        }
    }

    /** Takes the next step and releases it. */
    protected static <T> List<T> next(StepReceiver<T> receiver) {
        try (IncomingStep<T> step = receiver.poll(SOON).orElseThrow()) {
            List<T> items = new ArrayList<>();
            step.forEach(items::add);
            assertThat(items).hasSize(step.size());
            step.release();
            return items;
        }
    }

    /** Demands an error of this code that says this. */
    protected static void refused(ErrorCode code, Runnable action, String says) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(FoveaException.class, error -> {
            assertThat(error.what()).contains(says);
            assertThat(error.code()).isEqualTo(code);
        });
    }
}

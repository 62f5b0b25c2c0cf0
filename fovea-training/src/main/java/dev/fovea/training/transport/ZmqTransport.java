package dev.fovea.training.transport;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import org.jspecify.annotations.Nullable;

/**
 * Steps as messages over three TCP ports: samples pushed to P, rows published on P+1, ranks announced on P+2. Nothing is kept: what
 * a process had received, and not used, dies with it. Within a process all ends that receive samples belong to one thread, since
 * they share a socket.
 */
public final class ZmqTransport implements Transport {

    private final ZmqSockets sockets;
    private final int highWaterMark;
    private @Nullable ZmqInbox inbox;

    /** Opens nothing yet. */
    public ZmqTransport(TransportSettings.Zmq settings) {
        this.sockets = new ZmqSockets(settings);
        this.highWaterMark = settings.highWaterMark();
    }

    @Override
    public StepSender<TrainingSample> sendSamples(String run) {
        return new ZmqStepSender<>(StepFormat.SAMPLES, new ZmqSampleOutlet(sockets, run));
    }

    @Override
    public StepReceiver<TrainingSample> receiveSamples(String run, long fromStep) {
        if (inbox == null) {
            inbox = new ZmqInbox(sockets, highWaterMark);
        }
        return inbox.receiver(run, fromStep);
    }

    @Override
    public StepSender<MicroBatch> sendRows(int ranks) {
        return new ZmqStepSender<>(StepFormat.ROWS, new ZmqRowOutlet(sockets, ranks));
    }

    @Override
    public StepReceiver<MicroBatch> receiveRows(int rank, long fromStep) {
        return new ZmqRowReceiver(sockets, rank, fromStep);
    }

    /** Waits, for a bounded time, until what was sent has left this process. */
    @Override
    public void close() {
        sockets.close();
    }
}

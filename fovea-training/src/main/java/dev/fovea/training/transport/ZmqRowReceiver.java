package dev.fovea.training.transport;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/** A rank's end. Messages carry no step: the first that comes is the first that was asked for, and so on. */
final class ZmqRowReceiver implements StepReceiver<MicroBatch> {

    /** A packer that was started again has forgotten who is ready. */
    private static final Duration ANNOUNCE_AGAIN = Duration.ofSeconds(1);

    private final ZMQ.Socket rows;
    private final ZMQ.Socket readiness;
    private final int rank;
    private long next;
    private @Nullable MappedItems<MicroBatch> waiting;
    private boolean open;

    ZmqRowReceiver(ZmqSockets sockets, int rank, long fromStep) {
        this.rank = rank;
        this.next = fromStep;
        this.rows = sockets.connect(SocketType.SUB, ZmqSockets.Channel.ROWS);
        rows.subscribe(ZmqRowOutlet.topic(rank));
        this.readiness = sockets.connect(SocketType.PUSH, ZmqSockets.Channel.READINESS);
        // an announcement that nobody took need not outlive the rank
        readiness.setLinger(0);
        announce();
    }

    /** Not waiting: a queue that is full of announcements needs no more of them. */
    private void announce() {
        readiness.send(Integer.toString(rank).getBytes(StandardCharsets.US_ASCII), ZMQ.DONTWAIT);
    }

    @Override
    public Optional<IncomingStep<MicroBatch>> poll(Duration patience) {
        if (open) {
            throw new IllegalStateException("step " + next + " is still open");
        }
        if (waiting == null) {
            byte[] payload = receive(patience);
            if (payload == null) {
                return Optional.empty();
            }
            waiting = items(payload);
        }
        open = true;
        return Optional.of(new MessageStep<>(next, waiting, this::released, () -> open = false));
    }

    private byte @Nullable [] receive(Duration patience) {
        long until = System.nanoTime() + patience.toNanos();
        while (true) {
            long left = Math.max(0, until - System.nanoTime());
            byte[] topic = ZmqSockets.receive(rows, Math.min(left, ANNOUNCE_AGAIN.toNanos()));
            if (topic != null) {
                return rows.hasReceiveMore() ? rows.recv() : new byte[0];
            }
            if (left == 0 || Thread.currentThread().isInterrupted()) {
                return null;
            }
            announce();
        }
    }

    private MappedItems<MicroBatch> items(byte[] payload) {
        try {
            return MappedItems.of(MemorySegment.ofArray(payload), next, StepFormat.ROWS);
        } catch (RequestException torn) {
            throw new RequestException(
                    ErrorCode.INVALID_WIRE_DATA,
                    "step " + next + " of rank " + rank + " came as something else: " + torn.what(),
                    torn.remedy(),
                    torn);
        }
    }

    private void released() {
        open = false;
        waiting = null;
        next++;
    }

    @Override
    public void close() {
        rows.close();
        readiness.close();
    }
}

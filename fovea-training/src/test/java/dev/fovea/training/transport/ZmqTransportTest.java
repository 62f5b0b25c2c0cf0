package dev.fovea.training.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.wire.WireCodec;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

class ZmqTransportTest extends TransportContract {

    private static final HexFormat HEX = HexFormat.of();

    private int port;

    @Override
    protected Transport openTransport() {
        port = freePorts();
        return transport(10);
    }

    private ZmqTransport transport(int highWaterMark) {
        return new ZmqTransport(settings(highWaterMark));
    }

    private TransportSettings.Zmq settings(int highWaterMark) {
        return new TransportSettings.Zmq("127.0.0.1", port, highWaterMark);
    }

    /** Three in a row, below those that the system gives to clients. */
    private static int freePorts() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(12_000, 30_000))
                .filter(port -> isFree(port) && isFree(port + 1) && isFree(port + 2))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private String address(int offset) {
        return "tcp://127.0.0.1:" + (port + offset);
    }

    @Test
    void aPlainSubscriberSeesTheFieldsFrames() {
        try (ZContext context = new ZContext();
                StepSender<MicroBatch> sender = transport.sendRows(1)) {
            ZMQ.Socket rows = foreign(context, SocketType.SUB);
            rows.connect(address(1));
            rows.subscribe("data_rank|0|");
            ZMQ.Socket ready = foreign(context, SocketType.PUSH);
            ready.connect(address(2));
            ready.send("0");
            send(sender, 1, 1, 2);

            assertThat(rows.recvStr()).isEqualTo("data_rank|0|");
            assertThat(rows.recv()).isEqualTo(WireCodec.MICRO_BATCHES.encode(StepItems.rows(1, 0, 2)));
            assertThat(rows.hasReceiveMore()).isFalse();
        }
    }

    @Test
    void aPlainPusherReachesItsRun() {
        try (ZContext context = new ZContext();
                StepReceiver<TrainingSample> receiver = transport.receiveSamples("run_a", 1)) {
            ZMQ.Socket pusher = foreign(context, SocketType.PUSH);
            pusher.connect(address(0));
            pushed(pusher, "run_a", "939001c0");

            try (IncomingStep<TrainingSample> step = receiver.poll(SOON).orElseThrow()) {
                assertThat(step.step()).isEqualTo(1);
                assertThat(step).isEmpty();
            }
        }
    }

    @Test
    void batchesAreGivenOldestFirstAndOnlyOnce() {
        try (ZContext context = new ZContext();
                StepReceiver<TrainingSample> receiver = transport.receiveSamples("run_a", 2);
                StepReceiver<TrainingSample> end = transport.receiveSamples("run_end", 1)) {
            ZMQ.Socket pusher = foreign(context, SocketType.PUSH);
            pusher.connect(address(0));
            pushed(pusher, "run_a", "939003c0");
            pushed(pusher, "run_a", "939001c0"); // trained before
            pushed(pusher, "run_a", "939002c0");
            pushed(pusher, "run_a", "939003c0"); // sent again
            pushed(pusher, "run_end", "939001c0");
            end.poll(SOON).orElseThrow().release();

            assertThat(step(receiver)).isEqualTo(2);
            assertThat(step(receiver)).isEqualTo(3);
            assertThat(receiver.poll(Duration.ZERO)).isEmpty();
        }
    }

    /** A socket as another program has one; begun again where JeroMQ forgets its handshake, as ours are. */
    private static ZMQ.Socket foreign(ZContext context, SocketType type) {
        ZMQ.Socket socket = context.createSocket(type);
        socket.setHandshakeIvl(2_000);
        return socket;
    }

    private static long step(StepReceiver<TrainingSample> receiver) {
        try (IncomingStep<TrainingSample> step = receiver.poll(SOON).orElseThrow()) {
            step.release();
            return step.step();
        }
    }

    @Test
    void aRunThatSendsRubbishHarmsNoOther() {
        try (ZContext context = new ZContext();
                StepReceiver<TrainingSample> bad = transport.receiveSamples("bad", 1);
                StepReceiver<TrainingSample> good = transport.receiveSamples("good", 1)) {
            ZMQ.Socket pusher = foreign(context, SocketType.PUSH);
            pusher.connect(address(0));
            pushed(pusher, "bad", "9390");
            pusher.send("bad"); // no payload at all
            pushed(pusher, "nobody", "939001c0");
            pushed(pusher, "good", "939001c0");

            assertThat(step(good)).isEqualTo(1);
            refused(ErrorCode.INVALID_WIRE_DATA, () -> bad.poll(SOON), "run bad sent something else");
        }
    }

    private static void pushed(ZMQ.Socket pusher, String run, String hex) {
        pusher.sendMore(run.getBytes(StandardCharsets.UTF_8));
        pusher.send(HEX.parseHex(hex));
    }

    @Test
    void aPublisherWaitsForEveryRank() throws Exception {
        StepReceiver<MicroBatch> zero = transport.receiveRows(0, 1);
        StepSender<MicroBatch> sender = transport.sendRows(2);
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(sender, 1, 2, 1));
        boolean early = zero.poll(Duration.ofMillis(50)).isPresent();
        StepReceiver<MicroBatch> one = transport.receiveRows(1, 1);

        assertThat(early).isFalse();
        assertThat(next(zero)).hasSize(1);
        assertThat(next(one)).hasSize(1);
        sent.get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void aReaderThatIsBehindMissesNothing() throws Exception {
        try (ZmqTransport slowSide = transport(1);
                ZmqTransport fastSide = transport(1)) {
            StepReceiver<MicroBatch> receiver = slowSide.receiveRows(0, 1);
            StepSender<MicroBatch> sender = fastSide.sendRows(1);
            int steps = 3000;
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                for (long step = 1; step <= steps; step++) {
                    send(sender, step, 1, 8);
                }
            });
            for (long step = 1; step <= steps; step++) {
                assertThat(next(receiver).getFirst()).isEqualTo(StepItems.row(step, 0, 0));
            }
            sent.get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void aPublisherWaitsForARankThatWasStartedAgain() {
        try (ZmqSockets sockets = new ZmqSockets(settings(10));
                ZmqRowOutlet outlet = new ZmqRowOutlet(sockets, 1)) {
            try (ZmqTransport rank = transport(10)) {
                StepReceiver<MicroBatch> first = rank.receiveRows(0, 1);
                outlet.awaitReaders();
                first.close();
            }
            long until = System.nanoTime() + SOON.toNanos();
            while (outlet.missing().isEmpty()) {
                assertThat(System.nanoTime()).as("the departure is noticed").isLessThan(until);
                Thread.onSpinWait();
            }

            StepReceiver<MicroBatch> second = transport.receiveRows(0, 2);
            outlet.awaitReaders();
            outlet.send(0, WireCodec.MICRO_BATCHES.encode(StepItems.rows(2, 0, 1)));

            assertThat(next(second)).isEqualTo(StepItems.rows(2, 0, 1));
        }
    }

    @Test
    void aPackerThatWasStartedAgainFindsItsRanks() throws Exception {
        ZmqTransport packer = transport(10);
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            StepSender<MicroBatch> first = packer.sendRows(1);
            send(first, 1, 1, 1);
            next(receiver);
            first.close();
            packer.close();

            try (ZmqTransport again = transport(10)) {
                StepSender<MicroBatch> second = again.sendRows(1);
                CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(second, 2, 1, 1));
                assertThat(next(receiver)).isEqualTo(StepItems.rows(2, 0, 1));
                sent.get(SOON.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void whatWasSentBeforeClosingArrives() throws Exception {
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            try (ZmqTransport packer = transport(10)) {
                StepSender<MicroBatch> sender = packer.sendRows(1);
                send(sender, 1, 1, 1);
                send(sender, 2, 1, 1);
            }

            assertThat(next(receiver)).isEqualTo(StepItems.rows(1, 0, 1));
            assertThat(next(receiver)).isEqualTo(StepItems.rows(2, 0, 1));
        }
    }

    @Test
    void aPortThatIsTakenIsSaid() throws IOException {
        try (ServerSocket taken = new ServerSocket(port + 1)) {
            assertThat(taken.isBound()).isTrue();
            refused(ErrorCode.PORT_IN_USE, () -> transport.sendRows(1), "tcp://127.0.0.1:" + (port + 1));
        }
    }
}

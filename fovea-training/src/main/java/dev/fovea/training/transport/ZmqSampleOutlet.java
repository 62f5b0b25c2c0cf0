package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.nio.charset.StandardCharsets;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/** Pushes training batches to the packer, with the run's name before each. */
final class ZmqSampleOutlet implements ZmqOutlet {

    private final ZmqSockets sockets;
    private final ZMQ.Socket socket;
    private final byte[] run;

    ZmqSampleOutlet(ZmqSockets sockets, String run) {
        this.sockets = sockets;
        this.socket = sockets.connect(SocketType.PUSH, ZmqSockets.Channel.SAMPLES);
        this.run = run.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int ranks() {
        return 1;
    }

    @Override
    public void awaitReaders() {
        // a push waits in this process until the packer is there
    }

    @Override
    public void send(int rank, byte[] payload) {
        if (!socket.sendMore(run) || !socket.send(payload)) {
            throw unavailable(sockets.address(ZmqSockets.Channel.SAMPLES) + " took no message in "
                    + ZmqSockets.PATIENCE.toSeconds() + " s");
        }
    }

    static StorageException unavailable(String what) {
        return new StorageException(
                ErrorCode.TRANSPORT_UNAVAILABLE, what, "see whether the other end runs, and reaches this address");
    }

    @Override
    public void close() {
        socket.close();
    }
}

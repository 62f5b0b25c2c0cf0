package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/** Sockets with the field's ports and options. */
final class ZmqSockets implements AutoCloseable {

    /** How long somebody waits for the other end: after so long the field's packer gives up as well. */
    static final Duration PATIENCE = Duration.ofMinutes(30);

    /** The field closes at once and loses what is still queued; leaving takes as long as the queue, and no longer than this. */
    private static final int LINGER_MILLIS = 30_000;

    /**
     * JeroMQ 0.6 never begins the handshake of one fresh connection in a hundred (its issue 1022; 3 of 300 were counted here), and
     * finds that out when this time is over. Its default is 30 s.
     */
    private static final int HANDSHAKE_MILLIS = 2_000;

    /** Which port of the three. */
    enum Channel {
        SAMPLES(0),
        ROWS(1),
        READINESS(2);

        private final int offset;

        Channel(int offset) {
            this.offset = offset;
        }
    }

    private final ZContext context = new ZContext();
    private final TransportSettings.Zmq settings;

    ZmqSockets(TransportSettings.Zmq settings) {
        this.settings = settings;
    }

    ZMQ.Socket bind(SocketType type, Channel channel) {
        ZMQ.Socket socket = create(type);
        try {
            socket.bind(address(channel));
        } catch (ZMQException e) {
            socket.close();
            throw new SetupException(
                    ErrorCode.PORT_IN_USE,
                    "could not bind " + address(channel) + " (" + e.getMessage() + ")",
                    "choose another port; a transport takes three in a row",
                    e);
        }
        return socket;
    }

    ZMQ.Socket connect(SocketType type, Channel channel) {
        ZMQ.Socket socket = create(type);
        socket.connect(address(channel));
        return socket;
    }

    private ZMQ.Socket create(SocketType type) {
        ZMQ.Socket socket = context.createSocket(type);
        socket.setHWM(settings.highWaterMark());
        socket.setSendTimeOut((int) PATIENCE.toMillis());
        socket.setHandshakeIvl(HANDSHAKE_MILLIS);
        socket.setLinger(lingers(type) ? LINGER_MILLIS : 0);
        return socket;
    }

    /** Only what carries steps; an announcement or a subscription need not outlive its process. */
    private static boolean lingers(SocketType type) {
        return type == SocketType.XPUB || type == SocketType.PUSH;
    }

    String address(Channel channel) {
        return "tcp://" + settings.host() + ":" + (settings.port() + channel.offset);
    }

    ZMQ.Poller poller() {
        return context.createPoller(2);
    }

    /** The first frame of a message, or null if none came in time. */
    static byte @Nullable [] receive(ZMQ.Socket socket, long nanos) {
        long millis = nanos / 1_000_000;
        if (millis <= 0) {
            return socket.recv(ZMQ.DONTWAIT);
        }
        socket.setReceiveTimeOut((int) Math.min(millis, Integer.MAX_VALUE));
        return socket.recv();
    }

    @Override
    public void close() {
        context.close();
    }
}

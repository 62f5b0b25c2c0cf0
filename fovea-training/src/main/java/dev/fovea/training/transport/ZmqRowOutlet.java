package dev.fovea.training.transport;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/**
 * Publishes rows to ranks that have said that they are ready. The socket also hears who subscribes (on the wire it is the field's
 * publisher), for two reasons: readiness and subscription come over two connections, and a step sent between the two would be lost;
 * and a rank that is gone must stop the packer instead of missing steps.
 */
final class ZmqRowOutlet implements ZmqOutlet {

    private static final byte SUBSCRIBE = 1;

    private final ZmqSockets sockets;
    private final ZMQ.Socket rows;
    private final ZMQ.Socket readiness;
    private final int ranks;
    private final Set<Integer> ready = new HashSet<>();
    private final Set<String> subscriptions = new HashSet<>();

    ZmqRowOutlet(ZmqSockets sockets, int ranks) {
        this.sockets = sockets;
        this.ranks = ranks;
        this.rows = sockets.bind(SocketType.XPUB, ZmqSockets.Channel.ROWS);
        // a full queue holds the packer up instead of dropping a step
        rows.setXpubNoDrop(true);
        this.readiness = sockets.bind(SocketType.PULL, ZmqSockets.Channel.READINESS);
    }

    /** What stands before a rank's rows; the bar behind keeps rank 1 from getting those of rank 10. */
    static String topic(int rank) {
        return "data_rank|" + rank + "|";
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public void awaitReaders() {
        long until = System.nanoTime() + ZmqSockets.PATIENCE.toNanos();
        try (ZMQ.Poller poller = sockets.poller()) {
            poller.register(rows, ZMQ.Poller.POLLIN);
            poller.register(readiness, ZMQ.Poller.POLLIN);
            Set<Integer> missing = missing();
            while (!missing.isEmpty()) {
                long left = until - System.nanoTime();
                if (left <= 0 || poller.poll(left / 1_000_000) < 0) {
                    throw ZmqSampleOutlet.unavailable("ranks " + missing + " of " + ranks + " are not ready at "
                            + sockets.address(ZmqSockets.Channel.ROWS));
                }
                missing = missing();
            }
        }
    }

    /** Ranks that would not get what is sent now, as far as is known here: a departure takes its time to be noticed. */
    Set<Integer> missing() {
        hear();
        Set<Integer> missing = new HashSet<>();
        IntStream.range(0, ranks)
                .filter(rank -> !ready.contains(rank) || subscriptions.stream().noneMatch(topic(rank)::startsWith))
                .forEach(missing::add);
        return missing;
    }

    private void hear() {
        byte[] change = rows.recv(ZMQ.DONTWAIT);
        while (change != null) {
            if (change.length > 0) {
                String topic = new String(change, 1, change.length - 1, StandardCharsets.UTF_8);
                boolean told = change[0] == SUBSCRIBE ? subscriptions.add(topic) : subscriptions.remove(topic);
                assert told || change[0] != SUBSCRIBE;
            }
            change = rows.recv(ZMQ.DONTWAIT);
        }
        byte[] announcement = readiness.recv(ZMQ.DONTWAIT);
        while (announcement != null) {
            Integer rank = rank(announcement);
            if (rank != null) {
                ready.add(rank);
            }
            announcement = readiness.recv(ZMQ.DONTWAIT);
        }
    }

    /** Null for a message that is no number: anybody may write to an open port. */
    private static @Nullable Integer rank(byte[] announcement) {
        try {
            return Integer.valueOf(new String(announcement, StandardCharsets.US_ASCII).strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public void send(int rank, byte[] payload) {
        if (!rows.sendMore(topic(rank)) || !rows.send(payload)) {
            throw ZmqSampleOutlet.unavailable(
                    "rank " + rank + " took no step in " + ZmqSockets.PATIENCE.toSeconds() + " s");
        }
    }

    @Override
    public void close() {
        rows.close();
        readiness.close();
    }
}

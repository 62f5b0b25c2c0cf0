package dev.fovea.training.transport;

import dev.fovea.contract.TrainingSample;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/** The packer's socket, shared by the receivers of all runs: each message names the run that it is of. */
final class ZmqInbox {

    private static final System.Logger LOG = System.getLogger(ZmqInbox.class.getName());

    /** Of runs that nobody asked for: enough for those that are about to be. */
    private static final int UNKNOWN_RUNS = 64;

    private final ZMQ.Socket socket;
    private final int messagesOfUnknownRun;
    private final Map<String, ZmqMailbox> mailboxes = new HashMap<>();

    ZmqInbox(ZmqSockets sockets, int highWaterMark) {
        this.socket = sockets.bind(SocketType.PULL, ZmqSockets.Channel.SAMPLES);
        this.messagesOfUnknownRun = highWaterMark;
    }

    StepReceiver<TrainingSample> receiver(String run, long fromStep) {
        ZmqMailbox mailbox = mailboxes.computeIfAbsent(run, ZmqMailbox::new);
        mailbox.open(fromStep);
        return new ZmqSampleReceiver(this, mailbox);
    }

    /** Takes what has come; waits for the first message only. */
    void drain(long nanos) {
        byte[] run = ZmqSockets.receive(socket, nanos);
        while (run != null) {
            deliver(new String(run, StandardCharsets.UTF_8));
            run = ZmqSockets.receive(socket, 0);
        }
    }

    private void deliver(String run) {
        byte[] payload = socket.hasReceiveMore() ? socket.recv() : new byte[0];
        while (socket.hasReceiveMore()) {
            socket.recv();
        }
        ZmqMailbox mailbox = mailboxes.get(run);
        if (mailbox == null && mailboxes.size() < UNKNOWN_RUNS) {
            mailbox = new ZmqMailbox(run);
            mailboxes.put(run, mailbox);
        }
        if (mailbox == null || (!mailbox.isOpen() && mailbox.size() >= messagesOfUnknownRun)) {
            LOG.log(System.Logger.Level.WARNING, "dropped a training batch of run {0}, which nobody reads", run);
            return;
        }
        mailbox.put(payload);
    }
}

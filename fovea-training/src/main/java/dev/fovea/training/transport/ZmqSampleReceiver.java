package dev.fovea.training.transport;

import dev.fovea.contract.TrainingSample;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** One run's batches, the oldest first. */
final class ZmqSampleReceiver implements StepReceiver<TrainingSample> {

    private final ZmqInbox inbox;
    private final ZmqMailbox mailbox;
    private boolean open;

    ZmqSampleReceiver(ZmqInbox inbox, ZmqMailbox mailbox) {
        this.inbox = inbox;
        this.mailbox = mailbox;
    }

    @Override
    public Optional<IncomingStep<TrainingSample>> poll(Duration patience) {
        if (open) {
            throw new IllegalStateException("a step of run " + mailbox.run() + " is still open");
        }
        long until = System.nanoTime() + patience.toNanos();
        inbox.drain(0);
        Map.Entry<Long, MappedItems<TrainingSample>> found = mailbox.first();
        while (found == null) {
            long left = until - System.nanoTime();
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return Optional.empty();
            }
            inbox.drain(left);
            found = mailbox.first();
        }
        open = true;
        long step = found.getKey();
        return Optional.of(new MessageStep<>(
                step,
                found.getValue(),
                () -> {
                    open = false;
                    mailbox.released(step);
                },
                () -> open = false));
    }

    @Override
    public void close() {
        mailbox.close();
    }
}

package dev.fovea.flight;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.training.feed.FedStep;
import dev.fovea.training.feed.FeedListener;
import dev.fovea.training.feed.RankFeed;
import dev.fovea.training.feed.StepMetrics;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The step that is served now. Where rows come from belongs to one thread at a time, so that all goes through one lock. */
final class OpenStep implements AutoCloseable {

    private final RankFeed feed;
    private final FeedListener listener;
    private @Nullable FedStep step;
    private StepMetrics metrics = StepMetrics.NONE;
    private boolean closed;

    OpenStep(RankFeed feed, FeedListener listener) {
        this.feed = feed;
        this.listener = listener;
    }

    /** The step that waits for the trainer, opened now if it is there. */
    synchronized Optional<FedStep> current() {
        if (closed) {
            throw new RequestException(ErrorCode.NOT_FOUND, "the feed is closing", "start it again");
        }
        if (step == null) {
            step = feed.poll(Duration.ZERO).orElse(null);
            metrics = StepMetrics.NONE;
        }
        return Optional.ofNullable(step);
    }

    /**
     * The asked step, if it is the open one.
     *
     * @return empty where the asked step may still come
     * @throws RequestException {@code not_found} where it was released
     */
    synchronized Optional<FedStep> current(FeedTicket ticket) {
        if (ticket.rank() != feed.rank()) {
            throw new RequestException(
                    ErrorCode.NOT_FOUND,
                    "rank " + ticket.rank() + " is not fed here, but rank " + feed.rank(),
                    "ask the feed beside that rank");
        }
        Optional<FedStep> open = current();
        if (open.isPresent() && ticket.step() != open.get().step()) {
            throw new RequestException(
                    ErrorCode.NOT_FOUND,
                    "step " + ticket.step() + " is not open, but step "
                            + open.get().step(),
                    ticket.step() < open.get().step()
                            ? "it was released; go on with the open one"
                            : "release the open one first");
        }
        return open;
    }

    synchronized void begin() {
        metrics = StepMetrics.NONE;
    }

    synchronized StepMetrics add(StepMetrics batch) {
        metrics = metrics.plus(batch);
        return metrics;
    }

    /** Lets a step go and opens the next one, if it is there. */
    synchronized StepMetrics release(FeedTicket ticket) {
        FedStep open = current(ticket)
                .orElseThrow(() -> new RequestException(
                        ErrorCode.NOT_FOUND, "step " + ticket.step() + " is not open", "release what was trained"));
        StepMetrics done = metrics;
        step = null;
        open.release();
        listener.released(ticket.step(), done);
        current();
        return done;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (step != null) {
            step.close();
            step = null;
        }
    }
}

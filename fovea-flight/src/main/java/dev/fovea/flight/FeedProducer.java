package dev.fovea.flight;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.training.feed.FedStep;
import dev.fovea.training.feed.FeedListener;
import dev.fovea.training.feed.RankFeed;
import dev.fovea.training.feed.StepMetrics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import tools.jackson.databind.json.JsonMapper;

/** The calls of a feed. */
final class FeedProducer extends NoOpFlightProducer {

    private static final String RELEASE = "release";

    private final RankFeed feed;
    private final OpenStep open;
    private final BufferAllocator allocator;
    private final FeedListener listener;
    private final Schema schema;

    FeedProducer(RankFeed feed, OpenStep open, BufferAllocator allocator, FeedListener listener) {
        this.feed = feed;
        this.open = open;
        this.allocator = allocator;
        this.listener = listener;
        this.schema = BatchSchema.of(feed.model(), feed.settings().pixelType());
    }

    /** The open step, if there is one. */
    @Override
    public void listFlights(CallContext context, Criteria criteria, StreamListener<FlightInfo> flights) {
        try {
            open.current().map(this::info).ifPresent(flights::onNext);
            flights.onCompleted();
        } catch (RuntimeException e) {
            flights.onError(FlightErrors.of(e));
        }
    }

    /** Of the open step whatever the path says, or of the step that a command names as a ticket does. */
    @Override
    public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
        try {
            Optional<FedStep> step =
                    descriptor.isCommand() ? open.current(FeedTicket.parse(descriptor.getCommand())) : open.current();
            return step.map(this::info)
                    .orElseThrow(() -> new RequestException(
                            ErrorCode.NOT_FOUND,
                            "no step is there yet",
                            "ask again, or take it with DoGet, which waits"));
        } catch (RuntimeException e) {
            throw FlightErrors.of(e);
        }
    }

    private FlightInfo info(FedStep step) {
        FeedTicket ticket = new FeedTicket(step.step(), feed.rank());
        return FlightInfo.builder(
                        schema,
                        FlightDescriptor.path("step_" + step.step(), "rank_" + feed.rank()),
                        List.of(new FlightEndpoint(new Ticket(ticket.bytes()))))
                .setRecords(step.size())
                .setOrdered(true)
                .build();
    }

    /** All batches of a step from the first on; waits where the step is still to come. */
    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener stream) {
        try {
            new StepStream(open, FeedTicket.parse(ticket.getBytes()), schema, allocator, listener).run(stream);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stream.error(FlightErrors.of(e));
        } catch (RuntimeException e) {
            stream.error(FlightErrors.of(e));
        }
    }

    /** {@code release}: the trainer needs a step no more; answers with the step's metrics as JSON. */
    @Override
    public void doAction(CallContext context, Action action, StreamListener<Result> results) {
        try {
            if (!action.getType().equals(RELEASE)) {
                throw new RequestException(
                        ErrorCode.NOT_FOUND, "there is no action " + action.getType(), "use " + RELEASE);
            }
            StepMetrics metrics = open.release(FeedTicket.parse(action.getBody()));
            String json = JsonMapper.shared().writeValueAsString(metrics.named());
            results.onNext(new Result(json.getBytes(StandardCharsets.UTF_8)));
            results.onCompleted();
        } catch (RuntimeException e) {
            results.onError(FlightErrors.of(e));
        }
    }

    @Override
    public void listActions(CallContext context, StreamListener<ActionType> actions) {
        actions.onNext(
                new ActionType(RELEASE, "a ticket as body: the trainer needs the step no more; gives its metrics"));
        actions.onCompleted();
    }
}

package dev.fovea.flight;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.training.feed.FeedListener;
import dev.fovea.training.feed.RankFeed;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Serves a rank's batches over Arrow Flight. A client asks {@code GetFlightInfo} or {@code ListFlights} for the open step, takes its
 * batches with {@code DoGet}, trains, and says {@code release}; then the next step opens and its first pixels are made.
 */
public final class FlightFeed implements AutoCloseable {

    private static final Duration END = Duration.ofSeconds(5);

    private final FlightServer server;
    private final OpenStep step;
    private final BufferAllocator allocator;

    private FlightFeed(FlightServer server, OpenStep step, BufferAllocator allocator) {
        this.server = server;
        this.step = step;
        this.allocator = allocator;
    }

    /**
     * Starts to serve.
     *
     * @param port 0 takes a free one
     * @param listener told of every batch that was sent and every step that was released
     * @throws SetupException {@code port_in_use}
     */
    public static FlightFeed start(String host, int port, RankFeed feed, FeedListener listener) {
        BufferAllocator allocator = new RootAllocator();
        OpenStep step = new OpenStep(feed, listener);
        try {
            Location location = Location.forGrpcInsecure(host, port);
            FlightServer server = FlightServer.builder(
                            allocator, location, new FeedProducer(feed, step, allocator, listener))
                    .build()
                    .start();
            return new FlightFeed(server, step, allocator);
        } catch (IOException e) {
            allocator.close();
            throw new SetupException(
                    ErrorCode.PORT_IN_USE, "cannot listen at " + host + ":" + port, "choose a free port", e);
        }
    }

    /** Where it listens. */
    public int port() {
        return server.getPort();
    }

    /** Ends all streams and closes the open step, which comes again to whoever follows. */
    @Override
    public void close() {
        try {
            server.shutdown();
            step.close();
            server.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS);
            server.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            allocator.close();
        }
    }
}

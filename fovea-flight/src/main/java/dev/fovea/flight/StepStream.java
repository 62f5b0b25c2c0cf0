package dev.fovea.flight;

import dev.fovea.training.feed.BatchMetadata;
import dev.fovea.training.feed.FedStep;
import dev.fovea.training.feed.FeedListener;
import dev.fovea.training.feed.Prefetch;
import dev.fovea.training.feed.StepMetrics;
import dev.fovea.training.feed.TensorBatch;
import java.util.Optional;
import org.apache.arrow.flight.BackpressureStrategy;
import org.apache.arrow.flight.BackpressureStrategy.CallbackBackpressureStrategy;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * One answer to {@code DoGet}. A batch goes out when the client has room for it; its pixels are written from where they were made,
 * and count against the budget until the socket has them.
 */
final class StepStream {

    /** Between two looks for a step, and for a client that left. */
    private static final long LOOK_MILLIS = 200;

    private final OpenStep open;
    private final FeedTicket ticket;
    private final Schema schema;
    private final BufferAllocator allocator;
    private final FeedListener listener;

    StepStream(OpenStep open, FeedTicket ticket, Schema schema, BufferAllocator allocator, FeedListener listener) {
        this.open = open;
        this.ticket = ticket;
        this.schema = schema;
        this.allocator = allocator;
        this.listener = listener;
    }

    void run(ServerStreamListener stream) throws InterruptedException {
        BackpressureStrategy pressure = new CallbackBackpressureStrategy();
        pressure.register(stream);
        Optional<FedStep> step = open.current(ticket);
        while (step.isEmpty() && !stream.isCancelled()) {
            Thread.sleep(LOOK_MILLIS);
            step = open.current(ticket);
        }
        if (step.isPresent()) {
            open.begin();
            send(step.get().batches(), pressure, stream);
        }
    }

    private void send(Prefetch batches, BackpressureStrategy pressure, ServerStreamListener stream)
            throws InterruptedException {
        try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
            stream.setUseZeroCopy(true);
            stream.start(root);
            BatchColumns columns = new BatchColumns(root, allocator);
            for (Optional<TensorBatch> next = batches.next(); next.isPresent(); next = batches.next()) {
                TensorBatch batch = next.get();
                if (!ready(pressure, stream)) {
                    batch.close();
                    return;
                }
                BatchMetadata metadata = batch.metadata();
                columns.load(batch);
                stream.putNext();
                root.clear();
                StepMetrics soFar = open.add(metadata.metrics());
                listener.sent(metadata, soFar);
            }
            stream.completed();
        }
    }

    /** Waits for the client; false where it left. */
    private static boolean ready(BackpressureStrategy pressure, ServerStreamListener stream) {
        while (true) {
            switch (pressure.waitForListener(LOOK_MILLIS)) {
                case READY -> {
                    return true;
                }
                case TIMEOUT -> {
                    if (stream.isCancelled()) {
                        return false;
                    }
                }
                case CANCELLED -> {
                    return false;
                }
                case OTHER ->
                    throw CallStatus.INTERNAL
                            .withDescription("the stream broke while it waited for the client")
                            .toRuntimeException();
            }
        }
    }
}

package dev.fovea.kafka;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.training.transport.IncomingStep;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;

/** A step that is read while it is fetched. It was committed as a whole, so that its rest is there. */
final class KafkaIncomingStep<T> implements IncomingStep<T> {

    /** Told at the end whether the step was trained. */
    interface Ended<T> {
        void accept(KafkaIncomingStep<T> step, boolean trained);
    }

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final RecordPlace first;
    private final long firstOffset;
    private final PartitionReader reader;
    private final WireCodec<T> codec;
    private final Ended<T> ended;
    private int sequence;
    private long behind;
    private boolean over;

    KafkaIncomingStep(RecordPlace first, long firstOffset, PartitionReader reader, WireCodec<T> codec, Ended<T> ended) {
        this.first = first;
        this.firstOffset = firstOffset;
        this.reader = reader;
        this.codec = codec;
        this.ended = ended;
        this.behind = firstOffset;
    }

    @Override
    public long step() {
        return first.step();
    }

    @Override
    public int size() {
        return first.count();
    }

    long firstOffset() {
        return firstOffset;
    }

    @Override
    public Iterator<T> iterator() {
        if (over) {
            throw new IllegalStateException("step " + step() + " is over");
        }
        if (sequence > 0) {
            reader.seek(firstOffset);
            sequence = 0;
        }
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return sequence < size();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("all " + size() + " items were read");
                }
                return decode(record());
            }
        };
    }

    private T decode(ConsumerRecord<byte[], byte[]> message) {
        try {
            return codec.read(ByteBuffer.wrap(message.value()));
        } catch (RequestException e) {
            throw RecordPlace.refused(message, "holds something else: " + e.what());
        }
    }

    /** The next record of this step. One that was written twice has a number that was seen before. */
    private ConsumerRecord<byte[], byte[]> record() {
        while (true) {
            ConsumerRecord<byte[], byte[]> message = await();
            RecordPlace place = RecordPlace.of(message);
            boolean seen = place.step() < step() || (place.step() == step() && place.sequence() < sequence);
            if (!seen && !place.equals(new RecordPlace(step(), sequence, size()))) {
                throw new RequestException(
                        ErrorCode.STEP_MISSING,
                        "item " + sequence + " of step " + step() + " is due at " + message.topic() + "-"
                                + message.partition() + ", and " + place + " is there",
                        "somebody else wrote to this topic; take a new one");
            }
            reader.take();
            behind = message.offset() + 1;
            if (!seen) {
                sequence++;
                return message;
            }
        }
    }

    private ConsumerRecord<byte[], byte[]> await() {
        try {
            ConsumerRecord<byte[], byte[]> message = reader.peek(System.nanoTime() + PATIENCE.toNanos());
            if (message != null) {
                return message;
            }
        } catch (KafkaException e) {
            throw BrokerErrors.of("reading step " + step(), e);
        }
        throw new StorageException(
                ErrorCode.TRANSPORT_UNAVAILABLE,
                "item " + sequence + " of step " + step() + " did not come in " + PATIENCE.toSeconds() + " s",
                "see whether the brokers run");
    }

    /** Passes what was not read; the answer is the offset behind the step. */
    long passRest() {
        while (sequence < size()) {
            record();
        }
        return behind;
    }

    @Override
    public void release() {
        end(true);
    }

    @Override
    public void close() {
        end(false);
    }

    private void end(boolean trained) {
        if (!over) {
            over = true;
            ended.accept(this, trained);
        }
    }
}

package dev.fovea.kafka;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.StepReceiver;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads one partition. Progress is an offset under a group's name, with the last released step beside it, so that a step is given
 * again until it is released and a record of an earlier step, however it came there, is passed over.
 */
final class KafkaStepReceiver<T> implements StepReceiver<T> {

    private final Admin admin;
    private final TopicPartition partition;
    private final WireCodec<T> codec;
    private final PartitionReader reader;
    private final long fromStep;
    private long next;
    private @Nullable KafkaIncomingStep<T> open;
    private boolean resumed;

    KafkaStepReceiver(ClientSettings settings, String topic, int rank, long fromStep, WireCodec<T> codec) {
        this.admin = Admin.create(settings.admin());
        this.partition = new TopicPartition(topic, rank);
        this.codec = codec;
        this.fromStep = fromStep;
        this.reader = new PartitionReader(settings.consumer("fovea." + topic + "." + rank), partition);
    }

    @Override
    public Optional<IncomingStep<T>> poll(Duration patience) {
        if (open != null) {
            throw new IllegalStateException("step " + open.step() + " is still open");
        }
        try {
            return look(System.nanoTime() + patience.toNanos());
        } catch (KafkaException e) {
            throw BrokerErrors.of("reading " + partition, e);
        }
    }

    private Optional<IncomingStep<T>> look(long until) {
        if (!resumed) {
            if (!reader.isThere(until)) {
                return Optional.empty();
            }
            next = Math.max(fromStep, reader.resume() + 1);
            resumed = true;
        }
        ConsumerRecord<byte[], byte[]> first = reader.peek(until);
        while (first != null && RecordPlace.of(first).step() < next) {
            reader.take();
            first = reader.peek(until);
        }
        if (first == null) {
            return Optional.empty();
        }
        RecordPlace place = RecordPlace.of(first);
        if (place.step() != next || place.sequence() != 0) {
            throw new RequestException(
                    ErrorCode.STEP_MISSING,
                    "step " + next + " of " + partition + " is not there, and item " + place.sequence() + " of step "
                            + place.step() + " is",
                    "read from step " + place.step() + ", or take a new topic");
        }
        open = new KafkaIncomingStep<>(place, first.offset(), reader, codec, this::ended);
        return Optional.of(open);
    }

    private void ended(KafkaIncomingStep<T> step, boolean trained) {
        open = null;
        try {
            if (!trained) {
                reader.seek(step.firstOffset());
                return;
            }
            long behind = step.passRest();
            reader.commit(new OffsetAndMetadata(behind, Long.toString(step.step())));
            next = step.step() + 1;
            trim(step.firstOffset());
        } catch (KafkaException e) {
            throw BrokerErrors.of("ending step " + step.step() + " of " + partition, e);
        }
    }

    /** Removes the steps before the one that was just trained: that one stays, since it tells a new writer where to go on. */
    private void trim(long firstOffset) {
        BrokerErrors.await(
                admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(firstOffset)))
                        .all(),
                "removing what was trained from " + partition);
    }

    @Override
    public void close() {
        reader.close();
        admin.close();
    }
}

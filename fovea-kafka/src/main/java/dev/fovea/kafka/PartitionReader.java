package dev.fovea.kafka;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** One partition, record by record, with what the client has fetched ahead. The partition is assigned by hand: a group would move it. */
final class PartitionReader implements AutoCloseable {

    /** How long one call of the client may take while nothing comes. */
    private static final Duration ROUND = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final ArrayDeque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();

    PartitionReader(Map<String, Object> settings, TopicPartition partition) {
        this.consumer = new KafkaConsumer<>(settings);
        this.partition = partition;
    }

    /** Whether the topic was created yet; waits for it. */
    boolean isThere(long until) {
        while (true) {
            List<PartitionInfo> found = consumer.listTopics().get(partition.topic());
            if (found != null) {
                requirePartition(found.size());
                return true;
            }
            if (System.nanoTime() >= until || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(ROUND.toNanos());
        }
    }

    private void requirePartition(int partitions) {
        if (partition.partition() >= partitions) {
            throw new RequestException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "topic " + partition.topic() + " has " + partitions + " partitions, and none for rank "
                            + partition.partition(),
                    "start as many ranks as rows were packed for");
        }
    }

    /** Goes to where the last process stopped; the answer is the step that it released last, or 0. */
    long resume() {
        consumer.assign(List.of(partition));
        OffsetAndMetadata progress = consumer.committed(Set.of(partition)).get(partition);
        if (progress == null) {
            consumer.seekToBeginning(List.of(partition));
            return 0;
        }
        consumer.seek(partition, progress.offset());
        try {
            return Long.parseLong(progress.metadata());
        } catch (NumberFormatException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    "the progress of " + partition + " names no step but \"" + progress.metadata() + "\"",
                    "let nobody else commit under this group");
        }
    }

    /** The next record, which stays; null if none came in time. */
    @Nullable ConsumerRecord<byte[], byte[]> peek(long until) {
        boolean looked = false;
        while (fetched.isEmpty()) {
            long left = until - System.nanoTime();
            if (looked && left <= 0) {
                return null;
            }
            try {
                consumer.poll(left <= 0 || left > ROUND.toNanos() ? ROUND : Duration.ofNanos(left))
                        .forEach(fetched::add);
            } catch (InterruptException e) {
                return null; // the client has set the interrupt again
            }
            looked = true;
        }
        return fetched.peek();
    }

    /** Takes the record that was peeked at. */
    void take() {
        fetched.remove();
    }

    void seek(long offset) {
        fetched.clear();
        consumer.seek(partition, offset);
    }

    void commit(OffsetAndMetadata progress) {
        consumer.commitSync(Map.of(partition, progress));
    }

    @Override
    public void close() {
        consumer.close();
    }
}

package dev.fovea.kafka;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The last step that was committed to a topic, read from the ends of its partitions. */
final class TopicTail {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Records to look at first; where all of them are markers or of steps that were given up, four times as many follow. */
    private static final long WINDOW = 16;

    private final Consumer<byte[], byte[]> consumer;

    TopicTail(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /**
     * Reads the tail of every partition.
     *
     * @throws RequestException if partitions end with different steps, which no committed transaction leaves behind
     */
    OptionalLong lastStep(String topic, int partitions) {
        TreeSet<Long> steps = new TreeSet<>();
        IntStream.range(0, partitions)
                .mapToLong(partition -> last(new TopicPartition(topic, partition)))
                .forEach(steps::add);
        if (steps.size() > 1) {
            throw new RequestException(
                    ErrorCode.STEP_MISSING,
                    "partitions of " + topic + " end with different steps " + steps,
                    "somebody removed records; take a new topic");
        }
        long last = steps.first();
        return last == 0 ? OptionalLong.empty() : OptionalLong.of(last);
    }

    private long last(TopicPartition partition) {
        consumer.assign(List.of(partition));
        long begin = consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
        long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        long window = WINDOW;
        long last = 0;
        long from = end;
        while (last == 0 && from > begin) {
            from = Math.max(begin, end - window);
            last = lastBetween(partition, from, end);
            window *= 4;
        }
        return last;
    }

    private long lastBetween(TopicPartition partition, long from, long end) {
        consumer.seek(partition, from);
        long until = System.nanoTime() + PATIENCE.toNanos();
        long last = 0;
        while (consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(100))) {
                last = RecordPlace.of(message).step();
            }
            if (System.nanoTime() > until) {
                throw new StorageException(
                        ErrorCode.TRANSPORT_UNAVAILABLE,
                        "the end of " + partition + " could not be read in " + PATIENCE.toSeconds() + " s",
                        "see whether the brokers run");
            }
        }
        return last;
    }
}

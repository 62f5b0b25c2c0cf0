package dev.fovea.kafka;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.training.transport.OutgoingStep;
import dev.fovea.training.transport.StepRules;
import dev.fovea.training.transport.StepSender;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Writes each step in one transaction over all partitions. */
final class KafkaStepSender<T> implements StepSender<T> {

    /** A committed step is at the brokers; what is left to do is to say farewell. */
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    private final String topic;
    private final int ranks;
    private final int maxRowBytes;
    private final WireCodec<T> codec;
    private final KafkaProducer<byte[], byte[]> producer;
    private OptionalLong committed;
    private @Nullable Transaction open;

    private KafkaStepSender(
            String topic,
            int ranks,
            int maxRowBytes,
            WireCodec<T> codec,
            KafkaProducer<byte[], byte[]> producer,
            OptionalLong committed) {
        this.topic = topic;
        this.ranks = ranks;
        this.maxRowBytes = maxRowBytes;
        this.codec = codec;
        this.producer = producer;
        this.committed = committed;
    }

    static <T> KafkaStepSender<T> open(ClientSettings settings, String topic, int ranks, WireCodec<T> codec) {
        int maxRowBytes;
        try (Admin admin = Admin.create(settings.admin())) {
            maxRowBytes = StepTopic.ensure(admin, topic, ranks, settings.maxRequestBytes())
                    .maxRowBytes();
        } catch (KafkaException e) {
            throw BrokerErrors.of("opening " + topic, e);
        }
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings.producer(topic));
        try {
            // fences the writer before, and waits until its last step is committed or given up: only then the tail is
            // final
            producer.initTransactions();
            return new KafkaStepSender<>(topic, ranks, maxRowBytes, codec, producer, tail(settings, topic, ranks));
        } catch (KafkaException e) {
            producer.close(Duration.ZERO);
            throw BrokerErrors.of("taking over " + topic, e);
        }
    }

    private static OptionalLong tail(ClientSettings settings, String topic, int ranks) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings.consumer("fovea." + topic))) {
            return new TopicTail(consumer).lastStep(topic, ranks);
        }
    }

    @Override
    public OptionalLong committed() {
        return committed;
    }

    @Override
    public OutgoingStep<T> begin(long step, int itemsPerRank) {
        if (open != null) {
            throw new IllegalStateException("step " + open.rules.step() + " is still open");
        }
        StepRules rules = StepRules.begin(committed, step, itemsPerRank, ranks);
        try {
            producer.beginTransaction();
        } catch (KafkaException e) {
            throw BrokerErrors.of("beginning step " + step + " of " + topic, e);
        }
        open = new Transaction(rules);
        return open;
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
        }
        producer.close(FAREWELL);
    }

    private final class Transaction implements OutgoingStep<T> {

        private final StepRules rules;
        private volatile @Nullable KafkaException failed;
        private boolean over;

        private Transaction(StepRules rules) {
            this.rules = rules;
        }

        @Override
        public void add(int rank, T item) {
            requireOpen();
            RecordPlace place = new RecordPlace(rules.step(), rules.add(rank), rules.itemsPerRank());
            byte[] value = codec.encode(item);
            if (value.length > maxRowBytes) {
                throw tooLarge(rank, place, value.length);
            }
            try {
                Future<RecordMetadata> unused = producer.send(
                        new ProducerRecord<>(topic, rank, null, null, value, place.headers()), (metadata, error) -> {
                            if (error != null && failed == null) {
                                failed = error instanceof KafkaException cause ? cause : new KafkaException(error);
                            }
                        });
            } catch (KafkaException e) {
                throw BrokerErrors.of(doing(), e);
            }
            requireHealthy();
        }

        private RequestException tooLarge(int rank, RecordPlace place, int bytes) {
            return new RequestException(
                    ErrorCode.ROW_TOO_LARGE,
                    "item " + place.sequence() + " of rank " + rank + " of step " + place.step() + " takes " + bytes
                            + " bytes, and " + topic + " takes " + maxRowBytes,
                    "raise max.request.size of the client and max.message.bytes of the topic (message.max.bytes of the"
                            + " brokers), or make rows shorter");
        }

        @Override
        public void commit() {
            requireOpen();
            rules.commit();
            try {
                producer.flush();
                requireHealthy();
                producer.commitTransaction();
            } catch (KafkaException e) {
                throw BrokerErrors.of(doing(), e);
            }
            over = true;
            open = null;
            committed = OptionalLong.of(rules.step());
        }

        private void requireHealthy() {
            KafkaException error = failed;
            if (error != null) {
                throw BrokerErrors.of(doing(), error);
            }
        }

        private String doing() {
            return "writing step " + rules.step() + " of " + topic;
        }

        private void requireOpen() {
            if (over) {
                throw new IllegalStateException("step " + rules.step() + " is over");
            }
        }

        @Override
        public void close() {
            if (over) {
                return;
            }
            over = true;
            open = null;
            try {
                producer.abortTransaction();
            } catch (KafkaException e) {
                throw BrokerErrors.of("giving up step " + rules.step() + " of " + topic, e);
            }
        }
    }
}

package dev.fovea.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.training.transport.DurableTransportContract;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.OutgoingStep;
import dev.fovea.training.transport.StepItems;
import dev.fovea.training.transport.StepReceiver;
import dev.fovea.training.transport.StepSender;
import dev.fovea.training.transport.Transport;
import dev.fovea.training.transport.TransportSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaTransportTest extends DurableTransportContract {

    @TempDir
    private static Path folder;

    private static final AtomicInteger TOPICS = new AtomicInteger();

    private static TestBroker broker;
    private static Admin admin;

    private final String topic = "rows-" + TOPICS.incrementAndGet();

    @BeforeAll
    static void startBroker() throws IOException {
        broker = TestBroker.start(folder);
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    }

    @AfterAll
    static void stopBroker() {
        admin.close();
        broker.close();
    }

    @Override
    protected Transport openTransport() {
        return Transport.open(TransportSettings.parse("kafka://" + broker.bootstrap() + "/" + topic));
    }

    @Test
    void aRecordIsARowAndItsHeadersSayWhereItBelongs() {
        try (StepSender<MicroBatch> sender = transport.sendRows(2)) {
            send(sender, 1, 2, 2);
        }

        List<ConsumerRecord<byte[], byte[]>> records = records(1);
        assertThat(records).hasSize(2);
        assertThat(records.getLast().value()).isEqualTo(WireCodec.MICRO_BATCH.encode(StepItems.row(1, 1, 1)));
        assertThat(header(records.getLast(), "fovea-format")).isEqualTo("1");
        assertThat(header(records.getLast(), "fovea-step")).isEqualTo("1");
        assertThat(header(records.getLast(), "fovea-sequence")).isEqualTo("1");
        assertThat(header(records.getLast(), "fovea-count")).isEqualTo("2");
    }

    private static String header(ConsumerRecord<byte[], byte[]> message, String name) {
        return new String(message.headers().lastHeader(name).value(), StandardCharsets.US_ASCII);
    }

    /** What committed records a plain client finds. */
    private List<ConsumerRecord<byte[], byte[]>> records(int partition) {
        ClientSettings settings =
                ClientSettings.read(new TransportSettings.Kafka(broker.bootstrap(), topic, Optional.empty()));
        TopicPartition place = new TopicPartition(topic, partition);
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings.consumer("test"))) {
            consumer.assign(List.of(place));
            consumer.seekToBeginning(List.of(place));
            long end = consumer.endOffsets(List.of(place)).getOrDefault(place, 0L);
            while (consumer.position(place) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(found::add);
            }
        }
        return found;
    }

    @Test
    void aWriterThatWasReplacedCanCommitNothing() {
        try (StepSender<MicroBatch> zombie = transport.sendRows(1)) {
            OutgoingStep<MicroBatch> step = zombie.begin(1, 1);
            step.add(0, StepItems.row(7, 0, 0));
            try (StepSender<MicroBatch> successor = transport.sendRows(1);
                    StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
                send(successor, 1, 1, 1);

                refused(ErrorCode.WRITER_REPLACED, step::commit, "another writer");
                assertThat(next(receiver)).isEqualTo(StepItems.rows(1, 0, 1));
                assertThat(receiver.poll(Duration.ZERO)).isEmpty();
            }
            refused(ErrorCode.WRITER_REPLACED, zombie::close, "another writer");
        }
    }

    @Test
    void aRowThatIsTooLargeIsRefusedWithTheSettingsThatDecide() throws Exception {
        Path config = folder.resolve("small.properties");
        Files.writeString(config, "max.request.size=2000\n");
        try (Transport small = Transport.open(
                        TransportSettings.parse("kafka://" + broker.bootstrap() + "/" + topic + "?config=" + config));
                StepReceiver<MicroBatch> receiver = small.receiveRows(0, 1);
                StepSender<MicroBatch> sender = small.sendRows(1)) {
            try (OutgoingStep<MicroBatch> step = sender.begin(1, 1)) {
                refused(
                        ErrorCode.ROW_TOO_LARGE,
                        () -> step.add(0, StepItems.row(1, 0, 0, 100, 1)),
                        "item 0 of rank 0 of step 1 takes");
            }
            send(sender, 1, 1, 1);

            assertThat(next(receiver)).hasSize(1);
        }
    }

    @Test
    void aRowOfSeveralMegabytesTravels() {
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1);
                StepSender<MicroBatch> sender = transport.sendRows(1)) {
            MicroBatch large = StepItems.row(1, 0, 0, 131_072, 64);
            try (OutgoingStep<MicroBatch> step = sender.begin(1, 1)) {
                step.add(0, large);
                step.commit();
            }

            assertThat(next(receiver)).containsExactly(large);
        }
    }

    @Test
    void whatWasTrainedIsRemovedButForTheLastStep() {
        try (StepSender<MicroBatch> sender = transport.sendRows(1);
                StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            for (long step = 1; step <= 3; step++) {
                send(sender, step, 1, 2);
                next(receiver);
            }
        }

        assertThat(records(0)).extracting(found -> header(found, "fovea-step")).containsExactly("3", "3");
    }

    @Test
    void stepsThatWereGivenUpDoNotHideTheLastOne() {
        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            send(sender, 1, 1, 1);
            for (int attempt = 0; attempt < 30; attempt++) {
                try (OutgoingStep<MicroBatch> step = sender.begin(2, 1)) {
                    step.add(0, StepItems.row(2, 0, 0));
                }
            }
        }

        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            assertThat(sender.committed()).hasValue(1);
        }
    }

    @Test
    void aRecordThatCameTwiceIsPassedOver() {
        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            send(sender, 1, 1, 1);
        }
        forge(1, 0, 1);
        forge(2, 0, 2);
        forge(2, 0, 2);
        forge(2, 1, 2);

        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            assertThat(next(receiver)).isEqualTo(StepItems.rows(1, 0, 1));
            assertThat(next(receiver)).isEqualTo(StepItems.rows(2, 0, 2));
        }
    }

    @Test
    void aGapIsRefused() {
        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            send(sender, 1, 1, 1);
        }
        forge(2, 0, 3);
        forge(2, 2, 3);

        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 2);
                IncomingStep<MicroBatch> step = receiver.poll(SOON).orElseThrow()) {
            refused(ErrorCode.STEP_MISSING, () -> step.forEach(row -> {}), "item 1 of step 2 is due");
        }
    }

    /** Writes a record past the sender, as a foreign client could. */
    private void forge(long step, int sequence, int count) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            byte[] value = WireCodec.MICRO_BATCH.encode(StepItems.row(step, 0, sequence));
            assertThat(producer.send(new ProducerRecord<>(
                            topic, 0, null, null, value, new RecordPlace(step, sequence, count).headers())))
                    .succeedsWithin(SOON);
        }
    }

    @Test
    void aTopicForAnotherNumberOfRanksIsRefused() {
        transport.sendRows(2).close();

        refused(
                ErrorCode.INVALID_CONFIGURATION,
                () -> transport.sendRows(3),
                "has 2 partitions, and there are 3 ranks");
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(2, 1)) {
            refused(ErrorCode.INVALID_CONFIGURATION, () -> receiver.poll(SOON), "none for rank 2");
        }
    }

    @Test
    void aTopicThatForgetsIsRefused() throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(Map.of("retention.ms", "1000"))))
                .all()
                .get();

        refused(ErrorCode.INVALID_CONFIGURATION, () -> transport.sendRows(1), "retention.ms=1000");
    }

    @Test
    void aReaderWaitsForATopicThatIsNotThereYet() {
        try (StepReceiver<TrainingSample> receiver = transport.receiveSamples("later", 1)) {
            assertThat(receiver.poll(Duration.ofMillis(150))).isEmpty();
            try (StepSender<TrainingSample> sender = transport.sendSamples("later")) {
                sendSamples(sender, 1, 2);
            }

            assertThat(next(receiver)).hasSize(2);
        }
    }
}

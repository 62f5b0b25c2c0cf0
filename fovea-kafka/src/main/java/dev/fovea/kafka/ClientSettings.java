package dev.fovea.kafka;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.training.transport.TransportSettings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Properties of the clients: the user's, under those on which the guarantees rest. */
final class ClientSettings {

    /** A row of 131,072 tokens takes 5 to 8 MB; Kafka's own default of 1 MB would refuse rows of 32,768. */
    private static final int DEFAULT_MAX_REQUEST_BYTES = 64 << 20;

    /** Beside the row: batch and record headers, and ours. */
    static final int OVERHEAD_BYTES = 512;

    /** The longest that brokers allow by themselves. A step is packed and written while its transaction is open. */
    private static final int TRANSACTION_MILLIS = 900_000;

    private static final int LEAST_BUFFER_BYTES = 32 << 20;

    /** Some forty rows of 8,192 tokens a round trip; by Kafka's default of 1 MB they would be two. */
    private static final int FETCH_BYTES = 16 << 20;

    private final Map<String, String> user;
    private final String bootstrap;
    private final int maxRequestBytes;

    private ClientSettings(Map<String, String> user, String bootstrap) {
        this.user = user;
        this.bootstrap = bootstrap;
        this.maxRequestBytes = Integer.parseInt(
                user.getOrDefault(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(DEFAULT_MAX_REQUEST_BYTES)));
    }

    static ClientSettings read(TransportSettings.Kafka settings) {
        Map<String, String> user = new TreeMap<>();
        if (settings.clientConfig().isPresent()) {
            Path file = settings.clientConfig().get();
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw refused("could not read " + file + " (" + e + ")", "name a properties file", e);
            }
            properties.stringPropertyNames().forEach(name -> user.put(name, properties.getProperty(name)));
        }
        try {
            return new ClientSettings(user, settings.bootstrap());
        } catch (NumberFormatException e) {
            throw refused(ProducerConfig.MAX_REQUEST_SIZE_CONFIG + " is no number of bytes", "give one", e);
        }
    }

    private static SetupException refused(String what, String remedy, Exception cause) {
        return new SetupException(ErrorCode.INVALID_CONFIGURATION, what, remedy, cause);
    }

    /** The largest request that the producer sends, in bytes. */
    int maxRequestBytes() {
        return maxRequestBytes;
    }

    Map<String, Object> admin() {
        Map<String, Object> properties = new TreeMap<>(user);
        properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        return properties;
    }

    /** A producer whose steps appear whole: another one under the same name fences it off. */
    Map<String, Object> producer(String topic) {
        Map<String, Object> properties = admin();
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "fovea." + topic);
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(maxRequestBytes));
        properties.putIfAbsent(
                ProducerConfig.BUFFER_MEMORY_CONFIG, Integer.toString(Math.max(LEAST_BUFFER_BYTES, maxRequestBytes)));
        properties.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Integer.toString(TRANSACTION_MILLIS));
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        return properties;
    }

    /** A consumer that sees committed steps only. Its group is a name under which progress is kept, and has no members. */
    Map<String, Object> consumer(String group) {
        Map<String, Object> properties = admin();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.putIfAbsent(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, Integer.toString(FETCH_BYTES));
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        return properties;
    }
}

package dev.fovea.kafka;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates a topic that keeps rows until they are trained, or checks that one is such.
 *
 * @param maxRowBytes the largest row that it takes
 */
record StepTopic(int maxRowBytes) {

    private static final String FOREVER = "-1";

    /**
     * Makes sure of a topic.
     *
     * @param partitions exactly as many as there are ranks
     * @throws SetupException if the topic is there and would lose rows or mix ranks
     */
    static StepTopic ensure(Admin admin, String topic, int partitions, int maxRequestBytes) {
        NewTopic wanted = new NewTopic(topic, Optional.of(partitions), Optional.empty())
                .configs(Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_DELETE,
                        TopicConfig.RETENTION_MS_CONFIG,
                        FOREVER,
                        TopicConfig.RETENTION_BYTES_CONFIG,
                        FOREVER,
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        Integer.toString(maxRequestBytes)));
        if (isCreated(admin.createTopics(List.of(wanted)).all(), topic)) {
            return new StepTopic(maxRequestBytes - ClientSettings.OVERHEAD_BYTES);
        }
        requirePartitions(admin, topic, partitions);
        Config config = config(admin, topic);
        requireRetention(config, topic);
        int maxMessageBytes = Integer.parseInt(value(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG));
        return new StepTopic(Math.min(maxRequestBytes, maxMessageBytes) - ClientSettings.OVERHEAD_BYTES);
    }

    private static boolean isCreated(KafkaFuture<Void> answer, String topic) {
        try {
            answer.get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            throw BrokerErrors.of(
                    "creating " + topic, e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e));
        } catch (InterruptedException e) {
            throw BrokerErrors.of("creating " + topic, new InterruptException(e));
        }
    }

    private static void requirePartitions(Admin admin, String topic, int wanted) {
        int found = only(BrokerErrors.await(admin.describeTopics(Set.of(topic)).allTopicNames(), "describing " + topic))
                .partitions()
                .size();
        if (found != wanted) {
            throw refused(
                    topic,
                    "has " + found + " partitions, and there are " + wanted + " ranks",
                    "give each number of ranks a topic of its own");
        }
    }

    private static Config config(Admin admin, String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return only(BrokerErrors.await(admin.describeConfigs(Set.of(resource)).all(), "describing " + topic));
    }

    private static <V> V only(Map<?, V> answers) {
        return answers.values().iterator().next();
    }

    private static void requireRetention(Config config, String topic) {
        if (!value(config, TopicConfig.CLEANUP_POLICY_CONFIG).equals(TopicConfig.CLEANUP_POLICY_DELETE)) {
            throw refused(topic, "is compacted, which removes rows", "set cleanup.policy=delete");
        }
        for (String limit : List.of(TopicConfig.RETENTION_MS_CONFIG, TopicConfig.RETENTION_BYTES_CONFIG)) {
            if (!value(config, limit).equals(FOREVER)) {
                throw refused(
                        topic,
                        "has " + limit + "=" + value(config, limit) + ", and a row could vanish before it was trained",
                        "set it to -1; what was trained is removed all the same");
            }
        }
    }

    private static String value(Config config, String name) {
        return config.get(name).value();
    }

    private static SetupException refused(String topic, String what, String remedy) {
        return new SetupException(ErrorCode.INVALID_CONFIGURATION, "topic " + topic + " " + what, remedy);
    }
}

package dev.fovea.kafka;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** Formats a folder and runs a broker in it until it is killed. */
final class BrokerMain {

    static final String READY = "broker ready";

    private BrokerMain() {}

    /**
     * Runs a broker.
     *
     * @param args folder, port, port of the controller
     */
    public static void main(String[] args) throws Exception {
        Path data = Path.of(args[0]).resolve("kafka");
        String port = args[1];
        String controller = args[2];
        Properties properties = new Properties();
        properties.putAll(Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", "1"),
                Map.entry("controller.quorum.voters", "1@127.0.0.1:" + controller),
                Map.entry("controller.listener.names", "CONTROLLER"),
                Map.entry("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller),
                Map.entry("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port),
                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                Map.entry("log.dirs", data.toString()),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("message.max.bytes", "1048588"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("transaction.state.log.num.partitions", "1"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("log.cleaner.enable", "false")));
        new Formatter()
                .setPrintStream(System.err)
                .setNodeId(1)
                .setClusterId(Uuid.randomUuid().toString())
                .setDirectories(List.of(data.toString()))
                .setMetadataLogDirectory(data.toString())
                .setControllerListenerName("CONTROLLER")
                .run();
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM);
        server.startup();
        System.out.write((READY + "\n").getBytes(StandardCharsets.US_ASCII));
        System.out.flush();
        server.awaitShutdown();
    }
}

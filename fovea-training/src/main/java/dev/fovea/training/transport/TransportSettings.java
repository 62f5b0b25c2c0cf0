package dev.fovea.training.transport;

import java.nio.file.Path;
import java.util.Optional;

/** Which way steps travel, and where. {@link #parse} reads the one string that commands take. */
public sealed interface TransportSettings {

    /**
     * Files in a folder that every process sees under the same path.
     *
     * @param folder the trainer's output folder; runs are folders in it
     */
    record FileSystem(Path folder) implements TransportSettings {}

    /**
     * ZeroMQ sockets on three ports in a row.
     *
     * @param host where the packer is; it binds there, the others connect
     * @param port of samples; rows take the next one, readiness the one after
     * @param highWaterMark messages a socket holds, from 1
     */
    record Zmq(String host, int port, int highWaterMark) implements TransportSettings {

        /** What the field's launcher takes where nothing is said. */
        public static final int DEFAULT_HIGH_WATER_MARK = 10;
    }

    /**
     * Topics of a Kafka cluster.
     *
     * @param bootstrap {@code host:port}, several of them behind commas
     * @param topic of the rows; those of samples begin with the same name
     * @param clientConfig a properties file for the clients: security, compression, {@code max.request.size}
     */
    record Kafka(String bootstrap, String topic, Optional<Path> clientConfig) implements TransportSettings {}

    /**
     * Reads {@code fs:DIR}, {@code zmq://HOST:PORT[?hwm=N]} or {@code kafka://HOST:PORT[,HOST:PORT]/TOPIC[?config=FILE]}.
     *
     * @throws dev.fovea.contract.error.SetupException in one sentence, for anything else
     */
    static TransportSettings parse(String text) {
        return TransportText.parse(text);
    }
}

package dev.fovea.kafka;

import dev.fovea.training.transport.KafkaTransportProvider;
import dev.fovea.training.transport.Transport;
import dev.fovea.training.transport.TransportSettings;

/** Makes the Kafka transport available to whoever has this room on the class path. */
public final class KafkaProvider implements KafkaTransportProvider {

    @Override
    public Transport open(TransportSettings.Kafka settings) {
        return new KafkaTransport(settings);
    }
}

package dev.fovea.training.transport;

/** Found by {@link java.util.ServiceLoader}, so that a house without Kafka needs no Kafka client. */
public interface KafkaTransportProvider {

    /** Opens a transport over a broker; the broker is first asked when an end is opened. */
    Transport open(TransportSettings.Kafka settings);
}

package dev.fovea.kafka;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.training.transport.StepReceiver;
import dev.fovea.training.transport.StepSender;
import dev.fovea.training.transport.Transport;
import dev.fovea.training.transport.TransportSettings;
import java.util.regex.Pattern;

/**
 * Steps on topics: rows on the topic that the settings name, with a partition a rank; samples of a run on
 * {@code <topic>.samples.<run>}, with one partition. Nothing is lost when any process dies.
 */
public final class KafkaTransport implements Transport {

    /** What a topic's name may hold; with the topic of the rows before it, it stays below Kafka's 249 characters. */
    private static final Pattern RUN = Pattern.compile("[a-zA-Z0-9._-]{1,100}");

    private final ClientSettings settings;
    private final String topic;

    /**
     * Opens nothing yet.
     *
     * @throws dev.fovea.contract.error.SetupException if the clients' properties cannot be read
     */
    public KafkaTransport(TransportSettings.Kafka settings) {
        this.settings = ClientSettings.read(settings);
        this.topic = settings.topic();
    }

    @Override
    public StepSender<TrainingSample> sendSamples(String run) {
        return KafkaStepSender.open(settings, samplesOf(run), 1, WireCodec.TRAINING_SAMPLE);
    }

    @Override
    public StepReceiver<TrainingSample> receiveSamples(String run, long fromStep) {
        return new KafkaStepReceiver<>(settings, samplesOf(run), 0, fromStep, WireCodec.TRAINING_SAMPLE);
    }

    @Override
    public StepSender<MicroBatch> sendRows(int ranks) {
        return KafkaStepSender.open(settings, topic, ranks, WireCodec.MICRO_BATCH);
    }

    @Override
    public StepReceiver<MicroBatch> receiveRows(int rank, long fromStep) {
        return new KafkaStepReceiver<>(settings, topic, rank, fromStep, WireCodec.MICRO_BATCH);
    }

    private String samplesOf(String run) {
        if (!RUN.matcher(run).matches()) {
            throw new RequestException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "\"" + run + "\" cannot be part of a topic's name",
                    "name runs with up to 100 letters, digits, '.', '_' and '-'");
        }
        return topic + ".samples." + run;
    }

    @Override
    public void close() {
        // each end holds its own clients
    }
}

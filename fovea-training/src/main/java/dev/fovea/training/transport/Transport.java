package dev.fovea.training.transport;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.ServiceLoader;

/**
 * A way for steps to travel. Opens the four ends of the two legs; each end belongs to one thread at a time.
 *
 * <p>What is lost when a process dies, and what never is, differs between transports and stands in {@code docs/transports.md}.
 */
public interface Transport extends AutoCloseable {

    /**
     * The orchestrator's end: samples of one run.
     *
     * @param run name of the run, one folder name
     */
    StepSender<TrainingSample> sendSamples(String run);

    /**
     * The packer's end for one run.
     *
     * @param fromStep the first step that is wanted; earlier ones are passed over. A trainer gives the step after its checkpoint's
     */
    StepReceiver<TrainingSample> receiveSamples(String run, long fromStep);

    /**
     * The packer's end towards the trainer.
     *
     * @param ranks data-parallel ranks, at least 1
     */
    StepSender<MicroBatch> sendRows(int ranks);

    /**
     * A rank's end.
     *
     * @param rank data-parallel rank, from 0
     * @param fromStep the first step that is wanted; earlier ones are passed over. A trainer gives the step after its checkpoint's
     */
    StepReceiver<MicroBatch> receiveRows(int rank, long fromStep);

    /** Closes what was opened here. */
    @Override
    void close();

    /**
     * Opens what the settings name.
     *
     * @throws SetupException if the room that it needs is not on the class path
     */
    static Transport open(TransportSettings settings) {
        return switch (settings) {
            case TransportSettings.FileSystem files -> new FileSystemTransport(files.folder());
            case TransportSettings.Zmq sockets -> new ZmqTransport(sockets);
            case TransportSettings.Kafka broker ->
                ServiceLoader.load(KafkaTransportProvider.class)
                        .findFirst()
                        .orElseThrow(() -> new SetupException(
                                ErrorCode.INVALID_CONFIGURATION,
                                "no Kafka client is on the class path",
                                "add fovea-kafka to it"))
                        .open(broker);
        };
    }
}

package dev.fovea.training.pack;

import dev.fovea.contract.TrainingSample;
import java.util.Optional;

/** Whether packing would take a sample as it is. For those who refuse a sender before they keep what it sent. */
public final class SampleAudit {

    private SampleAudit() {}

    /**
     * What is wrong with a sample first; empty where nothing is.
     *
     * @param index its number in what was sent
     * @param sequenceTokens longest sample; nothing is cut
     */
    public static Optional<RefusedSample> fault(TrainingSample sample, int index, int sequenceTokens) {
        return SampleCheck.fault(sample, index)
                .or(() -> sample.size() <= sequenceTokens
                        ? Optional.empty()
                        : Optional.of(new RefusedSample(
                                index,
                                SampleFault.TOO_LONG,
                                "it has " + sample.size() + " tokens where a row has " + sequenceTokens)));
    }
}

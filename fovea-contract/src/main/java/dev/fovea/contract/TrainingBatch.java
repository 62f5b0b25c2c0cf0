package dev.fovea.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The samples of one step of one run, on their way to a packer.
 *
 * @param samples in order of arrival
 * @param step from 1
 * @param runIndex stamped by the receiver; null on the wire
 */
public record TrainingBatch(
        List<TrainingSample> samples, long step, @Nullable Long runIndex) {

    public TrainingBatch {
        samples = List.copyOf(samples);
    }
}

package dev.fovea.training.pack;

import dev.fovea.contract.TrainingSample;
import org.jspecify.annotations.Nullable;

/**
 * All that planning knows of a sample.
 *
 * @param tokens after truncation, at least 1
 * @param adapter slot of its LoRA adapter, from 0; 0 where there is a single policy
 * @param family who lays its images out; null where it has none left
 * @param experts form of its routed experts; null where it has none. Two forms never share a row
 */
public record SampleShape(
        int tokens,
        int adapter,
        @Nullable String family,
        @Nullable String experts) {

    public SampleShape {
        if (tokens < 1 || adapter < 0) {
            throw new IllegalArgumentException("a sample of " + tokens + " tokens for adapter " + adapter);
        }
    }

    static SampleShape of(TrainingSample sample, Cut cut, int adapter) {
        return new SampleShape(
                cut.tokens(),
                adapter,
                cut.images() == 0
                        ? null
                        : sample.images().getFirst().item().family().intern(),
                experts(sample));
    }

    private static @Nullable String experts(TrainingSample sample) {
        return sample.routedExperts() == null
                ? null
                : (sample.routedExperts().dtype() + " " + sample.routedExperts().layers() + "x"
                                + sample.routedExperts().topk())
                        .intern();
    }
}

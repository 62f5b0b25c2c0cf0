package dev.fovea.training.pack;

import java.util.List;

/**
 * What packing did to samples.
 *
 * @param packed samples that are in a row
 * @param cutSamples of them, those that lost a tail
 * @param cutImages images in those tails
 * @param refused samples that are in no row, in order of arrival
 */
public record PackCounts(int packed, int cutSamples, int cutImages, List<RefusedSample> refused) {

    public PackCounts {
        refused = List.copyOf(refused);
    }
}

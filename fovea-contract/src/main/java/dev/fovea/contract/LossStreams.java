package dev.fovea.contract;

import org.jspecify.annotations.Nullable;

/**
 * Optional weights of the loss components, one a token; null means that the sample does not carry the stream.
 *
 * @param rl reinforcement learning; absent counts as 1 wherever the mask is true
 * @param ce cross entropy; absent counts as 0
 * @param refKl distance to a reference policy; absent counts as 0
 */
public record LossStreams(
        @Nullable TokenValues rl,
        @Nullable TokenValues ce,
        @Nullable TokenValues refKl) {

    private static final LossStreams NONE = new LossStreams(null, null, null);

    public static LossStreams none() {
        return NONE;
    }

    /** Cross entropy only, on every masked token. */
    public static LossStreams crossEntropy(TokenMask mask) {
        return new LossStreams(TokenValues.filled(mask.size(), 0.0), TokenValues.where(mask, 1.0), null);
    }
}

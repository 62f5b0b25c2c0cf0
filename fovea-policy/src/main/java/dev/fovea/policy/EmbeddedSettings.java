package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;

/**
 * The bounds of an {@link EmbeddedEngine}.
 *
 * @param model its name in requests
 * @param contextTokens longest prompt and completion together; a smaller limit in the checkpoint wins; {@link #WHAT_FITS} for as
 *     many as {@code liveCacheBytes} hold
 * @param sequences sampled at once; further requests wait
 * @param liveCacheBytes native memory for keys and values of the sequences that are being sampled
 * @param keptCacheBytes heap for keys and values of earlier turns; 0 keeps none
 * @param imageCacheBytes heap for encoded images; 0 keeps none
 * @param threads that one PyTorch operation may use; at the demonstration's size 2 cost half as much again as 1
 */
public record EmbeddedSettings(
        String model,
        int contextTokens,
        int sequences,
        long liveCacheBytes,
        long keptCacheBytes,
        long imageCacheBytes,
        int threads) {

    /** As {@code contextTokens}: as long as the checkpoint and the memory allow. */
    public static final int WHAT_FITS = Integer.MAX_VALUE;

    private static final int DEFAULT_SEQUENCES = 512;
    private static final long DEFAULT_LIVE_BYTES = 256L << 20;
    private static final long DEFAULT_KEPT_BYTES = 64L << 20;
    private static final long DEFAULT_IMAGE_BYTES = 16L << 20;

    public EmbeddedSettings {
        require(!model.isBlank(), "model", "a name");
        require(contextTokens >= 2, "contextTokens", "at least 2");
        require(sequences >= 1, "sequences", "at least 1");
        require(liveCacheBytes > 0, "liveCacheBytes", "more than 0");
        require(keptCacheBytes >= 0, "keptCacheBytes", "at least 0");
        require(imageCacheBytes >= 0, "imageCacheBytes", "at least 0");
        require(threads >= 1, "threads", "at least 1");
    }

    /** Bounds that suit the demonstration inside a heap of 512 MB: 512 sequences, 256 MiB live, 64 MiB kept, 16 MiB images, one thread. */
    public static EmbeddedSettings of(String model) {
        return new EmbeddedSettings(
                model, WHAT_FITS, DEFAULT_SEQUENCES, DEFAULT_LIVE_BYTES, DEFAULT_KEPT_BYTES, DEFAULT_IMAGE_BYTES, 1);
    }

    private static void require(boolean holds, String name, String wanted) {
        if (!holds) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the embedded engine's " + name + " is out of range",
                    "give " + wanted);
        }
    }
}

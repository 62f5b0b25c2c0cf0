package dev.fovea.engine.vllm;

import java.time.Duration;
import java.util.Optional;

/**
 * How a server is used.
 *
 * @param mode the only mode to use; empty chooses per request among those that the handshake proved, paths first
 * @param timeout how long one completion may take, default 10 minutes
 * @param cacheBytes most bytes of finished patches that are kept for {@code features}, default 2 GiB
 */
public record VllmSettings(Optional<ImageMode> mode, Duration timeout, long cacheBytes) {

    /** The defaults. */
    public static VllmSettings defaults() {
        return new VllmSettings(Optional.empty(), Duration.ofMinutes(10), 2L << 30);
    }
}

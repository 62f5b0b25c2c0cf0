package dev.fovea.engine.vllm;

import dev.fovea.contract.wire.MmRef;
import dev.fovea.vision.PixelForm;
import java.time.Duration;
import java.util.Optional;

/**
 * How a server is used.
 *
 * @param mode the only mode to use; empty chooses per request among those that the handshake proved, paths first
 * @param timeout how long one completion may take, default 10 minutes
 * @param cacheBytes most bytes of finished patches that are kept for {@code features}, default 2 GiB
 * @param statedForm the form of pixels to send where the server lets nothing be proven; a server that proves another form is not
 *     given this one
 * @param inFlight what becomes of running requests while weights are loaded, default {@link InFlight#WAIT}
 * @param references how references are written where the server takes them, default F2
 * @param checksumBytes largest checkpoint whose tensors are hashed and compared after a load, default 2 GiB; both sides hash one to
 *     two GB a second
 */
public record VllmSettings(
        Optional<ImageMode> mode,
        Duration timeout,
        long cacheBytes,
        Optional<PixelForm> statedForm,
        InFlight inFlight,
        MmRef.Form references,
        long checksumBytes) {

    /** The defaults. */
    public static VllmSettings defaults() {
        return new VllmSettings(
                Optional.empty(),
                Duration.ofMinutes(10),
                2L << 30,
                Optional.empty(),
                InFlight.WAIT,
                MmRef.Form.F2,
                2L << 30);
    }

    public VllmSettings withMode(Optional<ImageMode> only) {
        return new VllmSettings(only, timeout, cacheBytes, statedForm, inFlight, references, checksumBytes);
    }

    public VllmSettings withTimeout(Duration longest) {
        return new VllmSettings(mode, longest, cacheBytes, statedForm, inFlight, references, checksumBytes);
    }

    public VllmSettings withCacheBytes(long most) {
        return new VllmSettings(mode, timeout, most, statedForm, inFlight, references, checksumBytes);
    }

    public VllmSettings withStatedForm(Optional<PixelForm> form) {
        return new VllmSettings(mode, timeout, cacheBytes, form, inFlight, references, checksumBytes);
    }

    public VllmSettings withInFlight(InFlight policy) {
        return new VllmSettings(mode, timeout, cacheBytes, statedForm, policy, references, checksumBytes);
    }

    public VllmSettings withReferences(MmRef.Form form) {
        return new VllmSettings(mode, timeout, cacheBytes, statedForm, inFlight, form, checksumBytes);
    }

    public VllmSettings withChecksumBytes(long most) {
        return new VllmSettings(mode, timeout, cacheBytes, statedForm, inFlight, references, most);
    }
}

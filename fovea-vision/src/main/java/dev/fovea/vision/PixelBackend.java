package dev.fovea.vision;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Whose arithmetic the pixels follow, bit for bit; a run's trainer and engine must name the same one. */
public enum PixelBackend {
    /** What transformers 5 takes wherever torchvision is installed. */
    TORCHVISION("torchvision", Resample.ATEN_UINT8),
    /** Processors that resize with Pillow, version 13. */
    PIL("pil", Resample.PILLOW_13),
    /** The same on Pillow 12.2, which resizes some shapes in the other order. */
    PIL_12("pil-12", Resample.PILLOW_12);

    private final String id;
    private final Resample resample;

    PixelBackend(String id, Resample resample) {
        this.id = id;
        this.resample = resample;
    }

    /**
     * A backend by its name in settings.
     *
     * @throws SetupException {@code invalid_configuration} where there is none of that name
     */
    public static PixelBackend of(String id) {
        return Arrays.stream(values())
                .filter(backend -> backend.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new SetupException(
                        ErrorCode.INVALID_CONFIGURATION,
                        "no pixel backend is called " + id,
                        "use one of "
                                + Arrays.stream(values()).map(PixelBackend::id).collect(Collectors.joining(", "))));
    }

    /** The name in settings. */
    public String id() {
        return id;
    }

    /** How it resizes. */
    public Resample resample() {
        return resample;
    }
}

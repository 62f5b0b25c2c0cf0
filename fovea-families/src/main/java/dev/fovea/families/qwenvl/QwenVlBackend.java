package dev.fovea.families.qwenvl;

import dev.fovea.vision.Normalisation;
import dev.fovea.vision.Resample;

/** Whose arithmetic the pixels follow, bit for bit. */
public enum QwenVlBackend {
    /** What transformers 5 takes wherever torchvision is installed, in trainer and engine; the default. */
    TORCHVISION("torchvision", Resample.ATEN_UINT8, Normalisation.FUSED),
    /** transformers with {@code backend="pil"}, on Pillow 13. */
    PIL("pil", Resample.PILLOW_13, Normalisation.TWO_STEP),
    /** The same on Pillow 12.2, which resizes some shapes in the other order. */
    PIL_12("pil-12", Resample.PILLOW_12, Normalisation.TWO_STEP);

    private final String id;
    private final Resample resample;
    private final Normalisation normalisation;

    QwenVlBackend(String id, Resample resample, Normalisation normalisation) {
        this.id = id;
        this.resample = resample;
        this.normalisation = normalisation;
    }

    /** The name in configuration files. */
    public String id() {
        return id;
    }

    Resample resample() {
        return resample;
    }

    Normalisation normalisation() {
        return normalisation;
    }
}

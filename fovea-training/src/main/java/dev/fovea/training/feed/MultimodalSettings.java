package dev.fovea.training.feed;

import dev.fovea.vision.PixelForm;

/**
 * The {@code multimodal} part of a trainer's configuration.
 *
 * @param missingImages what becomes of a row whose file is gone; {@code error} unless chosen otherwise, since a file that vanishes
 *     in the middle of a run is a fault of the run
 * @param pixels form of the pixel tensor, {@code float32} or {@code bfloat16}
 */
public record MultimodalSettings(MissingImages missingImages, PixelForm pixels) {

    public static final MultimodalSettings DEFAULTS = new MultimodalSettings(MissingImages.ERROR, PixelForm.FLOAT32);

    public MultimodalSettings {
        if (pixels == PixelForm.UINT8) {
            throw new IllegalArgumentException("a trainer's pixels are float32 or bfloat16");
        }
    }

    /** The number format of the pixel tensor. */
    public TensorType pixelType() {
        return TensorType.of(pixels);
    }
}

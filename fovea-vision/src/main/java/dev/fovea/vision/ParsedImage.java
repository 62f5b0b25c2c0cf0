package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** An image whose structure was checked and whose kind is known; its pixels are not made yet. */
interface ParsedImage {

    ImageKind kind();

    ImageSize size();

    /**
     * Pillow's {@code Image.open(f).convert("RGB")}, pixels only.
     *
     * @throws dev.fovea.contract.error.RequestException {@code invalid_image}
     */
    RgbImage decode();
}

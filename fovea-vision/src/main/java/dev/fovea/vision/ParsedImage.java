package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** An image whose structure was checked and whose kind is known; its pixels are not made yet. */
interface ParsedImage {

    ImageKind kind();

    /** As stored. */
    ImageSize size();

    Orientation orientation();

    Transparency transparency();

    /**
     * Paints all pixels as stored: Pillow's {@code Image.open(f).convert("RGB")} on the colours, and the alpha of
     * {@code convert("RGBA")} where the canvas wants it and a channel or a palette carries it.
     *
     * @throws dev.fovea.contract.error.RequestException {@code invalid_image}
     */
    void paint(Canvas canvas);
}

package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/**
 * Decoded pixels: 8-bit red, green and blue, row by row, no padding. The array is not copied; nobody changes it after
 * construction.
 */
@SuppressWarnings(
        "ArrayRecordComponent") // a picture has one owner at a time; copying megapixels to be safe would cost more than
// it saves
public record RgbImage(ImageSize size, byte[] samples) {

    public RgbImage {
        if (samples.length != 3 * size.pixels()) {
            throw new IllegalArgumentException(samples.length + " samples for an image of " + size + " pixels");
        }
    }
}

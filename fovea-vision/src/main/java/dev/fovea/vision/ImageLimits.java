package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;

/**
 * What is refused from the header alone, before anything is allocated.
 *
 * @param maxEncodedBytes largest file, default 64 MiB
 * @param maxPixels most pixels, default 89,478,485, where Pillow begins to warn; it refuses at twice as many
 */
public record ImageLimits(int maxEncodedBytes, long maxPixels) {

    /** Samples of one image fit a Java array up to here; Pillow refuses above it as well. */
    private static final long MOST_PIXELS = 178_956_970;

    public static final ImageLimits DEFAULT = new ImageLimits(64 << 20, 89_478_485);

    public ImageLimits {
        if (maxEncodedBytes < 1 || maxPixels < 1 || maxPixels > MOST_PIXELS) {
            throw new IllegalArgumentException("limits of " + maxEncodedBytes + " bytes and " + maxPixels + " pixels");
        }
    }

    void requireBytes(long encodedBytes) {
        if (encodedBytes > maxEncodedBytes) {
            throw new RequestException(
                    ErrorCode.IMAGE_TOO_LARGE,
                    "an image file of %,d bytes, where %,d are allowed".formatted(encodedBytes, maxEncodedBytes),
                    "send a smaller image, or raise the maximum image size");
        }
    }

    /** The size as a value, if it is one and within the limit. */
    ImageSize require(long width, long height) {
        if (width < 1 || height < 1) {
            throw InvalidImage.because("an image of " + width + "x" + height + " pixels");
        }
        if (width > Integer.MAX_VALUE || height > Integer.MAX_VALUE || width * height > maxPixels) {
            throw new RequestException(
                    ErrorCode.IMAGE_TOO_LARGE,
                    "an image of %dx%d pixels, where %,d pixels are allowed".formatted(width, height, maxPixels),
                    "send a smaller image, or raise the maximum number of pixels");
        }
        return new ImageSize((int) width, (int) height);
    }
}

package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;

/**
 * What is refused before anything of its size is allocated. Every refusal names the limit by its name here.
 *
 * @param maxEncodedBytes largest file, default 64 MiB
 * @param maxPixels most pixels, default 89,478,485, where Pillow begins to warn; it refuses at twice as many
 * @param maxFrames most frames that a file may declare or hold, default 10,000; only the first is decoded
 * @param maxSegments most markers, chunks or blocks that are walked in one file, in a probe too, default 65,536
 * @param maxScans most scans of a JPEG file, each of which may touch every pixel, default 256; encoders write about ten
 * @param maxTextBytes most bytes that one text or profile of a PNG file may inflate to, default 1 MiB, Pillow's
 *     {@code MAX_TEXT_CHUNK}
 * @param maxTotalTextBytes the same for all texts of a file, default 64 MiB, Pillow's {@code MAX_TEXT_MEMORY}
 */
public record ImageLimits(
        int maxEncodedBytes,
        long maxPixels,
        int maxFrames,
        int maxSegments,
        int maxScans,
        int maxTextBytes,
        long maxTotalTextBytes) {

    /** Samples of one image fit a Java array up to here; Pillow refuses above it as well. */
    private static final long MOST_PIXELS = 178_956_970;

    public static final ImageLimits DEFAULT = new ImageLimits(64 << 20, 89_478_485);

    public ImageLimits {
        if (maxEncodedBytes < 1 || maxPixels < 1 || maxPixels > MOST_PIXELS) {
            throw new IllegalArgumentException("limits of " + maxEncodedBytes + " bytes and " + maxPixels + " pixels");
        }
        if (maxFrames < 1 || maxSegments < 1 || maxScans < 1 || maxTextBytes < 0 || maxTotalTextBytes < 0) {
            throw new IllegalArgumentException("limits of %d frames, %d segments, %d scans, %d and %d bytes of text"
                    .formatted(maxFrames, maxSegments, maxScans, maxTextBytes, maxTotalTextBytes));
        }
    }

    /** Two limits of one's own, the others at their defaults. */
    public ImageLimits(int maxEncodedBytes, long maxPixels) {
        this(maxEncodedBytes, maxPixels, 10_000, 1 << 16, 256, 1 << 20, 64L << 20);
    }

    /** Refuses a file that is larger than {@link #maxEncodedBytes}. */
    public void requireBytes(long encodedBytes) {
        require(encodedBytes, maxEncodedBytes, "an image file of %,d bytes, where %,d are allowed", "maxEncodedBytes");
    }

    void requireFrames(long frames) {
        require(frames, maxFrames, "an image file of %,d frames, where %,d are allowed", "maxFrames");
    }

    void requireSegments(int segments) {
        require(segments, maxSegments, "an image file of %,d segments or more, where %,d are allowed", "maxSegments");
    }

    void requireScans(int scans) {
        require(scans, maxScans, "a JPEG file of %,d scans or more, where %,d are allowed", "maxScans");
    }

    void requireText(String chunk, long bytes) {
        String what = "a PNG chunk " + chunk + " that inflates to %,d bytes or more, where %,d are allowed";
        require(bytes, maxTextBytes, what, "maxTextBytes");
    }

    void requireTotalText(long bytes) {
        String what = "text chunks of %,d bytes or more in all, where %,d are allowed";
        require(bytes, maxTotalTextBytes, what, "maxTotalTextBytes");
    }

    /** The size as a value, if it is one and within the limit. */
    ImageSize require(long width, long height) {
        if (width < 1 || height < 1) {
            throw InvalidImage.because("an image of " + width + "x" + height + " pixels");
        }
        if (width > Integer.MAX_VALUE || height > Integer.MAX_VALUE || width * height > maxPixels) {
            throw tooLarge(
                    "an image of %dx%d pixels, where %,d pixels are allowed".formatted(width, height, maxPixels),
                    "maxPixels");
        }
        return new ImageSize((int) width, (int) height);
    }

    private static void require(long found, long most, String what, String setting) {
        if (found > most) {
            throw tooLarge(what.formatted(found, most), setting);
        }
    }

    private static RequestException tooLarge(String what, String setting) {
        return new RequestException(
                ErrorCode.IMAGE_TOO_LARGE, what, "send a smaller image, or raise the image limit " + setting);
    }
}

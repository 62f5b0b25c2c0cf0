package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** The header of a WebP file, and those of the streams in it. */
final class WebpHeader {

    private static final int CHUNK = 12;
    private static final int BODY = CHUNK + 8;

    private WebpHeader() {}

    /**
     * What a stream says of itself.
     *
     * @param alpha of a lossless stream; a lossy one has its alpha in a chunk of its own
     */
    record Stream(ImageSize size, boolean lossless, boolean alpha) {}

    /** Canvas of the extended form, or the frame of a simple one. */
    static ImageSize size(Bytes bytes, ImageLimits limits) {
        if (bytes.has(CHUNK, "VP8X")) {
            return limits.require(1L + bytes.u24le(BODY + 4), 1L + bytes.u24le(BODY + 7));
        }
        return stream(bytes, CHUNK, Integer.MAX_VALUE, limits).size();
    }

    /** What the first chunk says about alpha. */
    static boolean mayHaveAlpha(Bytes bytes) {
        return bytes.has(CHUNK, "VP8X")
                ? (bytes.u8(BODY) & 0x10) != 0
                : bytes.has(CHUNK, "VP8L") && (bytes.u8(BODY + 4) & 0x10) != 0;
    }

    /** The stream in a chunk, whose {@code length} bytes the caller knows to be there. */
    static Stream stream(Bytes bytes, int chunk, int length, ImageLimits limits) {
        int body = chunk + 8;
        if (bytes.has(chunk, "VP8L") && length >= 5 && bytes.u8(body) == 0x2F) {
            long packed = bytes.u32le(body + 1);
            ImageSize size = limits.require(1 + (packed & 0x3FFF), 1 + ((packed >> 14) & 0x3FFF));
            if (packed >> 29 != 0) {
                throw InvalidImage.because("a WebP file of an unknown version");
            }
            return new Stream(size, true, (packed >> 28 & 1) != 0);
        }
        if (bytes.has(chunk, "VP8 ") && length >= 10 && bytes.u24le(body + 3) == 0x2A019D) {
            ImageSize size = limits.require(bytes.u16le(body + 6) & 0x3FFF, bytes.u16le(body + 8) & 0x3FFF);
            int head = bytes.u24le(body);
            boolean shownKeyFrame = (head & 1) == 0 && (head >> 1 & 7) <= 3 && (head >> 4 & 1) == 1;
            if (!shownKeyFrame || head >> 5 >= length) {
                throw InvalidImage.because("a WebP file whose data begins with no picture");
            }
            return new Stream(size, false, false);
        }
        throw InvalidImage.because("a WebP file with a chunk that is no picture");
    }
}

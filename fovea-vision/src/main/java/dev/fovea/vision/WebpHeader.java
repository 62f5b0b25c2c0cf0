package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** The header of a WebP file: canvas of the extended form, or the frame of a simple one. */
final class WebpHeader {

    private static final int CHUNK = 12;
    private static final int BODY = CHUNK + 8;

    private WebpHeader() {}

    static ImageSize size(Bytes bytes, ImageLimits limits) {
        if (bytes.has(CHUNK, "VP8X")) {
            return limits.require(1L + bytes.u24le(BODY + 4), 1L + bytes.u24le(BODY + 7));
        }
        if (bytes.has(CHUNK, "VP8L") && bytes.u8(BODY) == 0x2F) {
            long packed = bytes.u32le(BODY + 1);
            return limits.require(1 + (packed & 0x3FFF), 1 + ((packed >> 14) & 0x3FFF));
        }
        if (bytes.has(CHUNK, "VP8 ") && bytes.u24le(BODY + 3) == 0x2A019D) {
            return limits.require(bytes.u16le(BODY + 6) & 0x3FFF, bytes.u16le(BODY + 8) & 0x3FFF);
        }
        throw InvalidImage.because("a WebP file whose first chunk is no picture");
    }
}

package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/**
 * The header of an uncompressed BMP file.
 *
 * @param depth bits a pixel
 * @param topDown whether the first row stands first
 * @param pixels offset of the rows
 * @param palette offset of the colours
 * @param colours how many; 0 above 8 bits
 * @param colourBytes 4, in the oldest form 3
 * @param greenBits of 16-bit pixels: 5 or 6
 */
record BmpHeader(
        ImageSize size,
        int depth,
        boolean topDown,
        int pixels,
        int palette,
        int colours,
        int colourBytes,
        int greenBits) {

    private static final int FILE_HEADER = 14;
    private static final int OLDEST = 12;
    private static final int PLAIN = 0;
    private static final int MASKS = 3;

    static ImageSize size(Bytes bytes, ImageLimits limits) {
        long headerBytes = bytes.u32le(14);
        if (headerBytes == OLDEST) {
            return limits.require(bytes.u16le(18), bytes.u16le(20));
        }
        if (headerBytes < 40 || headerBytes > 124) {
            throw InvalidImage.because("a BMP file with a header of " + headerBytes + " bytes");
        }
        return limits.require(bytes.u32le(18), Math.abs((long) (int) bytes.u32le(22)));
    }

    static BmpHeader read(Bytes bytes, ImageLimits limits) {
        ImageSize size = size(bytes, limits);
        int headerBytes = (int) bytes.u32le(14);
        int pixels = (int) Math.min(bytes.u32le(10), bytes.length());
        boolean oldest = headerBytes == OLDEST;
        int depth = bytes.u16le(oldest ? 24 : 28);
        long used = oldest || bytes.u32le(46) == 0 ? 1L << Math.min(depth, 8) : bytes.u32le(46);
        return checked(
                bytes,
                new BmpHeader(
                        size,
                        depth,
                        !oldest && (int) bytes.u32le(22) < 0,
                        pixels,
                        FILE_HEADER + headerBytes,
                        depth > 8 ? 0 : (int) Math.min(used, 1 << 16),
                        oldest ? 3 : 4,
                        oldest ? 5 : greenBits(bytes, bytes.u32le(30), depth)));
    }

    /** Bytes of one row, padded to four. */
    int stride() {
        return Math.toIntExact(((long) size.width() * depth + 31) / 32 * 4);
    }

    private static int greenBits(Bytes bytes, long compression, int depth) {
        if (compression == PLAIN) {
            return 5;
        }
        long red = bytes.u32le(54);
        long green = bytes.u32le(58);
        long blue = bytes.u32le(62);
        if (compression == MASKS && depth == 32 && red == 0xFF0000 && green == 0xFF00 && blue == 0xFF) {
            return 5;
        }
        if (compression == MASKS && depth == 16 && red == 0xF800 && green == 0x7E0 && blue == 0x1F) {
            return 6;
        }
        if (compression == MASKS && depth == 16 && red == 0x7C00 && green == 0x3E0 && blue == 0x1F) {
            return 5;
        }
        throw InvalidImage.unsupported("BMP with compression " + compression + " and " + depth + " bits");
    }

    private static BmpHeader checked(Bytes bytes, BmpHeader header) {
        switch (header.depth) {
            case 1, 4, 8, 16, 24, 32 -> {}
            default -> throw InvalidImage.because("a BMP file of " + header.depth + " bits a pixel");
        }
        if (header.pixels < header.palette + header.colours * header.colourBytes) {
            throw InvalidImage.because("a BMP file whose pixels overlap its header");
        }
        bytes.within(header.pixels, (long) header.stride() * header.size.height());
        return header;
    }
}

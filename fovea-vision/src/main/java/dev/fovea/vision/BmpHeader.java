package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.util.Set;

/**
 * The header of a BMP file.
 *
 * @param depth bits a pixel
 * @param topDown whether the first row stands first
 * @param runs whether indices come in runs instead of rows
 * @param pixels offset of the rows
 * @param palette offset of the colours
 * @param colours how many; 0 above 8 bits
 * @param colourBytes 4, in the oldest form 3
 * @param greenBits of 16-bit pixels: 5 or 6
 * @param channels of 32-bit pixels
 */
record BmpHeader(
        ImageSize size,
        int depth,
        boolean topDown,
        boolean runs,
        int pixels,
        int palette,
        int colours,
        int colourBytes,
        int greenBits,
        Channels channels) {

    private static final int FILE_HEADER = 14;
    private static final int OLDEST = 12;
    private static final int WITH_ALPHA_MASK = 56;
    private static final Set<Integer> HEADERS = Set.of(OLDEST, 40, 52, WITH_ALPHA_MASK, 64, 108, 124);
    private static final int PLAIN = 0;
    private static final int RUNS_OF_8 = 1;
    private static final int RUNS_OF_4 = 2;
    private static final int MASKS = 3;
    private static final Channels BLUE_FIRST = new Channels(2, 1, 0, Channels.NO_ALPHA);

    /**
     * Which byte of a 32-bit pixel holds what.
     *
     * @param alpha or {@link #NO_ALPHA}
     */
    record Channels(int red, int green, int blue, int alpha) {
        static final int NO_ALPHA = -1;
    }

    static ImageSize size(Bytes bytes, ImageLimits limits) {
        long headerBytes = bytes.u32le(FILE_HEADER);
        if (headerBytes > Integer.MAX_VALUE || !HEADERS.contains((int) headerBytes)) {
            throw InvalidImage.because("a BMP file with a header of " + headerBytes + " bytes");
        }
        if (headerBytes == OLDEST) {
            return limits.require(bytes.u16le(18), bytes.u16le(20));
        }
        long height = bytes.u32le(22);
        return limits.require(bytes.u32le(18), isTopDown(bytes) ? (1L << 32) - height : height);
    }

    /** Whether 32-bit pixels are described by masks; which of those leave room for alpha, only {@link #read} knows. */
    static boolean mayHaveAlpha(Bytes bytes) {
        return bytes.u32le(FILE_HEADER) != OLDEST && bytes.u16le(28) == 32 && bytes.u32le(30) == MASKS;
    }

    static BmpHeader read(Bytes bytes, ImageLimits limits) {
        ImageSize size = size(bytes, limits);
        int headerBytes = (int) bytes.u32le(FILE_HEADER);
        int pixels = (int) Math.min(bytes.u32le(10), bytes.length());
        boolean oldest = headerBytes == OLDEST;
        int depth = bytes.u16le(oldest ? 24 : 28);
        long compression = oldest ? PLAIN : bytes.u32le(30);
        long used = oldest || bytes.u32le(46) == 0 ? 1L << Math.min(depth, 8) : bytes.u32le(46);
        return checked(
                bytes,
                new BmpHeader(
                        size,
                        depth,
                        !oldest && isTopDown(bytes),
                        isRuns(compression, depth),
                        pixels,
                        FILE_HEADER + headerBytes,
                        depth > 8 ? 0 : (int) Math.min(used, 1 << 16),
                        oldest ? 3 : 4,
                        depth == 16 ? greenBits(bytes, compression) : 0,
                        compression == MASKS && depth == 32 ? channels(bytes, headerBytes) : BLUE_FIRST));
    }

    /** Bytes of one row, padded to four. */
    int stride() {
        return Math.toIntExact(((long) size.width() * depth + 31) / 32 * 4);
    }

    /** As Pillow tells it: by the highest byte of the height. */
    private static boolean isTopDown(Bytes bytes) {
        return bytes.u8(25) == 0xFF;
    }

    private static boolean isRuns(long compression, int depth) {
        boolean runs = (compression == RUNS_OF_8 && depth == 8) || (compression == RUNS_OF_4 && depth == 4);
        boolean rows = compression == PLAIN || (compression == MASKS && (depth == 16 || depth == 24 || depth == 32));
        if (!runs && !rows) {
            throw InvalidImage.unsupported("BMP with compression " + compression + " and " + depth + " bits");
        }
        return runs;
    }

    private static int greenBits(Bytes bytes, long compression) {
        if (compression == PLAIN) {
            return 5;
        }
        long red = bytes.u32le(54);
        long green = bytes.u32le(58);
        long blue = bytes.u32le(62);
        if (red == 0xF800 && green == 0x7E0 && blue == 0x1F) {
            return 6;
        }
        if (red == 0x7C00 && green == 0x3E0 && blue == 0x1F) {
            return 5;
        }
        throw InvalidImage.unsupported("BMP with 16-bit pixels of another layout");
    }

    /** The layouts that Pillow knows, all of them of whole bytes. */
    private static Channels channels(Bytes bytes, int headerBytes) {
        long red = bytes.u32le(54);
        long green = bytes.u32le(58);
        long blue = bytes.u32le(62);
        long alpha = headerBytes >= WITH_ALPHA_MASK ? bytes.u32le(66) : 0;
        return switch ("%x %x %x %x".formatted(red, green, blue, alpha)) {
            case "ff0000 ff00 ff 0" -> BLUE_FIRST;
            case "ff000000 ff0000 ff00 0" -> new Channels(3, 2, 1, Channels.NO_ALPHA);
            case "ff000000 ff00 ff 0" -> new Channels(3, 1, 0, Channels.NO_ALPHA);
            case "ff000000 ff0000 ff00 ff" -> new Channels(3, 2, 1, 0);
            case "ff ff00 ff0000 ff000000" -> new Channels(0, 1, 2, 3);
            case "ff0000 ff00 ff ff000000", "0 0 0 0" -> new Channels(2, 1, 0, 3);
            case "ff000000 ff00 ff ff0000" -> new Channels(3, 1, 0, 2);
            default -> throw InvalidImage.unsupported("BMP with 32-bit pixels of another layout");
        };
    }

    private static BmpHeader checked(Bytes bytes, BmpHeader header) {
        switch (header.depth) {
            case 1, 4, 8, 16, 24, 32 -> {}
            default -> throw InvalidImage.because("a BMP file of " + header.depth + " bits a pixel");
        }
        if (header.pixels < header.palette + header.colours * header.colourBytes) {
            throw InvalidImage.because("a BMP file whose pixels overlap its header");
        }
        bytes.within(header.pixels, header.runs ? 0 : (long) header.stride() * header.size.height());
        return header;
    }
}

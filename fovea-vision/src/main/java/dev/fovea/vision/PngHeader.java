package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/**
 * The header chunk of a PNG file.
 *
 * @param depth bits of a sample
 * @param colour what the samples of a pixel mean
 * @param interlaced whether the rows come in Adam7's seven passes
 */
record PngHeader(ImageSize size, int depth, Colour colour, boolean interlaced) {

    static PngHeader read(Bytes bytes, ImageLimits limits) {
        ImageSize size = size(bytes, limits);
        Colour colour = Colour.of(bytes.u8(25));
        int depth = bytes.u8(24);
        boolean known = switch (depth) {
            case 1, 2, 4 -> colour == Colour.GREY || colour == Colour.INDEXED;
            case 8 -> true;
            case 16 -> colour != Colour.INDEXED;
            default -> false;
        };
        if (!known || bytes.u8(26) != 0 || bytes.u8(27) != 0 || bytes.u8(28) > 1) {
            throw InvalidImage.because("a PNG file with an impossible header");
        }
        return new PngHeader(size, depth, colour, bytes.u8(28) == 1);
    }

    static ImageSize size(Bytes bytes, ImageLimits limits) {
        if (!bytes.has(12, "IHDR")) {
            throw InvalidImage.because("a PNG file that does not begin with its header");
        }
        return limits.require(bytes.u32be(16), bytes.u32be(20));
    }

    /** Bytes of a row of so many pixels. */
    int rowBytes(int pixels) {
        return Math.toIntExact(((long) pixels * depth * colour.samples + 7) / 8);
    }

    /** How far back a filter looks: the bytes of a pixel, at least one. */
    int filterDistance() {
        return Math.max(1, depth * colour.samples / 8);
    }

    /** The meaning of a pixel's samples. */
    enum Colour {
        GREY(0, 1),
        RGB(2, 3),
        INDEXED(3, 1),
        GREY_ALPHA(4, 2),
        RGBA(6, 4);

        private final int code;
        private final int samples;

        Colour(int code, int samples) {
            this.code = code;
            this.samples = samples;
        }

        /** Samples of one pixel. */
        int samples() {
            return samples;
        }

        private static Colour of(int code) {
            for (Colour colour : values()) {
                if (colour.code == code) {
                    return colour;
                }
            }
            throw InvalidImage.because("a PNG file of colour type " + code);
        }
    }
}

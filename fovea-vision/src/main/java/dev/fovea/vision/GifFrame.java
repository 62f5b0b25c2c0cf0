package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.util.stream.IntStream;

/**
 * The first frame of a GIF file and where it lies on its screen.
 *
 * @param screen the canvas, grown to hold the frame as Pillow grows it
 * @param x left edge of the frame
 * @param y upper edge
 * @param frame size of the frame
 * @param palette the frame's own colours, or the screen's
 * @param transparent the index that is transparent, or {@link #OPAQUE}
 * @param grey whether index and grey are the same
 * @param interlaced whether every eighth row comes first
 * @param data where the compressed indices begin
 */
record GifFrame(
        ImageSize screen,
        int x,
        int y,
        ImageSize frame,
        Palette palette,
        int transparent,
        boolean grey,
        boolean interlaced,
        int data) {

    static final int OPAQUE = -1;

    private static final int EXTENSION = 0x21;
    private static final int COMMENT = 0xFE;
    private static final int GRAPHIC_CONTROL = 0xF9;
    private static final int GRAPHIC_CONTROL_BYTES = 4;
    private static final int IMAGE = 0x2C;
    private static final int SCREEN_BYTES = 13;

    static GifFrame read(Bytes bytes, ImageLimits limits) {
        int flags = bytes.u8(10);
        int at = SCREEN_BYTES + paletteBytes(flags);
        int transparent = OPAQUE;
        for (int blocks = 1; bytes.u8(at) == EXTENSION; blocks++) {
            limits.requireSegments(blocks);
            int block = at + 2;
            int label = bytes.u8(at + 1);
            if (bytes.u8(block) == 0 && label != COMMENT) {
                throw InvalidImage.because("a GIF file with an empty extension, which readers end in different places");
            }
            if (label == GRAPHIC_CONTROL) {
                transparent = transparent(bytes, block, transparent);
            }
            at = afterBlocks(bytes, block);
        }
        if (bytes.u8(at) != IMAGE) {
            throw InvalidImage.because("a GIF file without a picture");
        }
        return describe(bytes, at + 1, limits, transparent);
    }

    /** The index that a graphic control names; without one, what an earlier control named. */
    private static int transparent(Bytes bytes, int block, int earlier) {
        if (bytes.u8(block) < GRAPHIC_CONTROL_BYTES) {
            throw InvalidImage.because("a GIF file with a broken graphic control");
        }
        return (bytes.u8(block + 1) & 1) == 0 ? earlier : bytes.u8(block + 4);
    }

    private static GifFrame describe(Bytes bytes, int at, ImageLimits limits, int transparent) {
        int x = bytes.u16le(at);
        int y = bytes.u16le(at + 2);
        int width = bytes.u16le(at + 4);
        int height = bytes.u16le(at + 6);
        ImageSize screen = limits.require(Math.max(bytes.u16le(6), x + width), Math.max(bytes.u16le(8), y + height));
        ImageSize frame = limits.require(width, height);
        int localFlags = bytes.u8(at + 8);
        Palette stored = paletteBytes(localFlags) > 0
                ? palette(bytes, at + 9, localFlags)
                : palette(bytes, SCREEN_BYTES, bytes.u8(10));
        int data = at + 9 + paletteBytes(localFlags);
        boolean grey = stored.isIdentity();
        Palette palette = grey ? Palette.greys() : stored;
        return new GifFrame(screen, x, y, frame, palette, transparent, grey, (localFlags & 0x40) != 0, data);
    }

    /** The index that shows where the frame does not reach. */
    int background() {
        return Math.max(0, transparent);
    }

    /** Whether the frame covers its screen. */
    boolean isWhole() {
        return frame.equals(screen);
    }

    Transparency transparency() {
        if (transparent == OPAQUE) {
            return Transparency.NONE;
        }
        int colour = palette.colour(transparent);
        return grey ? new Transparency(Transparency.Carrier.GREY_KEY, colour, colour) : Transparency.ofEntry(colour);
    }

    /** The rows in the order in which the data gives them. */
    int[] rowOrder() {
        int height = frame.height();
        if (!interlaced) {
            return IntStream.range(0, height).toArray();
        }
        return IntStream.of(0, 4, 2, 1)
                .flatMap(first -> IntStream.iterate(first, y -> y < height, y -> y + (first == 0 ? 8 : 2 * first)))
                .toArray();
    }

    private static Palette palette(Bytes bytes, int offset, int flags) {
        int length = paletteBytes(flags);
        if (length == 0) {
            throw InvalidImage.because("a GIF file without a palette");
        }
        return Palette.read(bytes.array(), bytes.within(offset, length), length / 3, 3, 0, 2);
    }

    static int paletteBytes(int flags) {
        return (flags & 0x80) == 0 ? 0 : 3 << ((flags & 7) + 1);
    }

    private static int afterBlocks(Bytes bytes, int from) {
        int at = from;
        while (bytes.u8(at) != 0) {
            at += 1 + bytes.u8(at);
        }
        return at + 1;
    }
}

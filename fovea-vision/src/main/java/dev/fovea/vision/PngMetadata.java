package dev.fovea.vision;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a PNG file's chunks say beside its pixels.
 *
 * @param frames pictures of the animation, 1 without one
 * @param paletteAlpha opacity of the first palette entries, the others are opaque; empty unless the palette carries transparency
 */
@SuppressWarnings("ArrayRecordComponent") // read by one picture's decode, never compared
record PngMetadata(
        long frames,
        Orientation orientation,
        Transparency transparency,
        @Nullable Palette palette,
        byte[] paletteAlpha) {

    private static final int MOST_ENTRIES = 256;
    private static final int NONE = -1;

    /** Reads what Pillow reads: everything up to the second frame of an animation, and to the end without one. */
    static PngMetadata read(Bytes bytes, PngHeader header, List<PngChunks.Chunk> chunks, ImageLimits limits) {
        OrientationTags tags = new OrientationTags();
        PngText texts = new PngText(bytes, limits, tags);
        long animation = 0;
        boolean inData = false;
        boolean firstIsFrame = false;
        PngSequence sequence = new PngSequence(bytes, header.size());
        boolean readsOn = true;
        PngChunks.Chunk transparency = null;
        PngChunks.Chunk palette = null;
        for (PngChunks.Chunk chunk : chunks) {
            texts.read(chunk);
            sequence.read(chunk, inData);
            switch (chunk.type()) {
                case "IDAT" -> inData = true;
                case "acTL" -> animation = inData ? animation : frames(bytes, chunk);
                case "fcTL" -> {
                    firstIsFrame |= !inData;
                    readsOn &= !inData || frames(animation, firstIsFrame) == 1;
                }
                case "eXIf" -> {
                    if (readsOn) {
                        tags.exif(bytes.slice(chunk.offset(), chunk.length()));
                    }
                }
                case "tRNS" -> {
                    requireLength(chunk, header.colour());
                    transparency = readsOn ? chunk : transparency;
                }
                case "PLTE" -> palette = inData ? palette : chunk;
                default -> {}
            }
        }
        long frames = frames(animation, firstIsFrame);
        limits.requireFrames(frames);
        Palette colours = palette(bytes, header, palette);
        return new PngMetadata(
                frames,
                tags.read(),
                transparency(bytes, header, colours, transparency),
                colours,
                alphas(bytes, header, transparency));
    }

    private static long frames(Bytes bytes, PngChunks.Chunk chunk) {
        long declared = bytes.u32be(chunk.offset());
        return declared > 0x8000_0000L ? 0 : declared;
    }

    /** A picture that is no part of the animation counts as a frame of its own. */
    private static long frames(long animation, boolean firstIsFrame) {
        return animation == 0 ? 1 : firstIsFrame ? animation : animation + 1;
    }

    private static @Nullable Palette palette(Bytes bytes, PngHeader header, PngChunks.@Nullable Chunk chunk) {
        if (header.colour() != PngHeader.Colour.INDEXED || chunk == null) {
            return null;
        }
        return Palette.read(bytes.array(), chunk.offset(), Math.min(MOST_ENTRIES, chunk.length() / 3), 3, 0, 2);
    }

    private static Transparency transparency(
            Bytes bytes, PngHeader header, @Nullable Palette palette, PngChunks.@Nullable Chunk chunk) {
        return switch (header.colour()) {
            case GREY_ALPHA, RGBA -> Transparency.CHANNEL;
            case GREY -> chunk == null ? Transparency.NONE : ofGrey(header, bytes.u16be(chunk.offset()));
            case RGB -> chunk == null ? Transparency.NONE : ofColour(bytes, chunk.offset());
            case INDEXED -> chunk == null ? Transparency.NONE : ofIndices(bytes, palette, chunk);
        };
    }

    private static void requireLength(PngChunks.Chunk chunk, PngHeader.Colour colour) {
        int shortest = switch (colour) {
            case GREY -> 2;
            case RGB -> 6;
            case INDEXED, GREY_ALPHA, RGBA -> 0;
        };
        if (chunk.length() < shortest) {
            throw InvalidImage.because("a PNG file whose chunk tRNS is too short");
        }
    }

    /**
     * Pillow compares the low byte of the key. Once converted, it clips the key of an 8-bit grey, and takes that of other greys for
     * a red.
     */
    private static Transparency ofGrey(PngHeader header, int key) {
        int bilevel = key == 0 ? 0 : 255;
        return switch (header.depth()) {
            case 1 -> new Transparency(Transparency.Carrier.GREY_KEY, grey(bilevel), bilevel << 16);
            case 16 -> new Transparency(Transparency.Carrier.GREY_KEY, grey(key & 0xFF), (key & 0xFF) << 16);
            default -> new Transparency(Transparency.Carrier.GREY_KEY, grey(key & 0xFF), grey(Math.min(key, 255)));
        };
    }

    private static int grey(int level) {
        return 0x010101 * level;
    }

    private static Transparency ofColour(Bytes bytes, int at) {
        int key = (bytes.u8(at + 1) << 16) | (bytes.u8(at + 3) << 8) | bytes.u8(at + 5);
        return new Transparency(Transparency.Carrier.COLOUR_KEY, key, key);
    }

    private static Transparency ofIndices(Bytes bytes, @Nullable Palette palette, PngChunks.Chunk chunk) {
        if (chunk.length() > MOST_ENTRIES) {
            throw InvalidImage.because("a PNG file with more opacities than its palette may have entries");
        }
        int zero = onlyZero(bytes, chunk);
        return zero == NONE || palette == null ? Transparency.ofEntries() : Transparency.ofEntry(palette.colour(zero));
    }

    /**
     * One zero among bytes of 255 is an index to Pillow, anything else a table. Its pattern ends in {@code $}, which lets a line feed,
     * an opacity of 10, follow.
     */
    private static int onlyZero(Bytes bytes, PngChunks.Chunk chunk) {
        int zero = NONE;
        int last = chunk.length() - 1;
        int length = last >= 0 && bytes.u8(chunk.offset() + last) == '\n' ? last : last + 1;
        for (int i = 0; i < length; i++) {
            int opacity = bytes.u8(chunk.offset() + i);
            if (opacity != 255 && (opacity != 0 || zero != NONE)) {
                return NONE;
            }
            zero = opacity == 0 ? i : zero;
        }
        return zero;
    }

    private static byte[] alphas(Bytes bytes, PngHeader header, PngChunks.@Nullable Chunk chunk) {
        if (header.colour() != PngHeader.Colour.INDEXED || chunk == null) {
            return new byte[0];
        }
        int zero = onlyZero(bytes, chunk);
        return bytes.slice(chunk.offset(), zero == NONE ? chunk.length() : zero + 1);
    }
}

package dev.fovea.vision;

/**
 * The compressed indices of one GIF frame. The JDK's reader fills what is missing and only warns of wrong codes; here, as in
 * Pillow, data that ends before its last pixel and codes that do not exist yet are errors.
 */
final class GifLzw {

    private static final int MOST_CODES = 1 << 12;

    private final Bytes bytes;
    private final int clear;
    private final int[] prefix = new int[MOST_CODES];
    private final byte[] suffix = new byte[MOST_CODES];
    private final byte[] stack = new byte[MOST_CODES + 1];

    private int at;
    private int blockLeft;
    private int bits;
    private int bitCount;

    private GifLzw(Bytes bytes, int at) {
        this.bytes = bytes;
        int smallest = bytes.u8(at);
        if (smallest < 1 || smallest > 8) {
            throw InvalidImage.because("a GIF file with codes of " + smallest + " bits");
        }
        this.at = at + 1;
        this.clear = 1 << smallest;
        for (int i = 0; i < clear; i++) {
            suffix[i] = (byte) i;
        }
    }

    /**
     * Decodes a frame.
     *
     * @param at where the smallest code size stands
     * @param pixels how many indices the frame has
     */
    static byte[] decode(Bytes bytes, int at, int pixels) {
        return new GifLzw(bytes, at).decode(pixels);
    }

    private byte[] decode(int pixels) {
        byte[] indices = new byte[pixels];
        int filled = 0;
        int width = Integer.numberOfTrailingZeros(clear) + 1;
        int next = clear + 2;
        int earlier = -1;
        int first = 0;
        while (filled < pixels) {
            int code = code(width);
            if (code == clear) {
                width = Integer.numberOfTrailingZeros(clear) + 1;
                next = clear + 2;
                earlier = -1;
                continue;
            }
            requireKnown(code, earlier, next);
            int depth = 0;
            int step = code;
            if (code == next) {
                stack[depth++] = (byte) first;
                step = earlier;
            }
            while (step >= clear) {
                stack[depth++] = suffix[step];
                step = prefix[step];
            }
            first = step;
            stack[depth++] = (byte) step;
            while (depth > 0 && filled < pixels) {
                indices[filled++] = stack[--depth];
            }
            if (earlier >= 0 && next < MOST_CODES) {
                prefix[next] = earlier;
                suffix[next] = (byte) first;
                next++;
                width += next == 1 << width && width < 12 ? 1 : 0;
            }
            earlier = code;
        }
        return indices;
    }

    private void requireKnown(int code, int earlier, int next) {
        if (code == clear + 1) {
            throw InvalidImage.because("a GIF file whose data ends before its last pixel");
        }
        int known = earlier < 0 ? clear : next + 1;
        if (code >= known || code >= MOST_CODES) {
            throw InvalidImage.because("a GIF file with a code that does not exist");
        }
    }

    private int code(int width) {
        while (bitCount < width) {
            bits |= octet() << bitCount;
            bitCount += 8;
        }
        int code = bits & ((1 << width) - 1);
        bits >>>= width;
        bitCount -= width;
        return code;
    }

    private int octet() {
        while (blockLeft == 0) {
            blockLeft = bytes.u8(at++);
            bytes.within(at, blockLeft);
            if (blockLeft == 0) {
                throw InvalidImage.because("a GIF file whose data ends before its last pixel");
            }
        }
        blockLeft--;
        return bytes.u8(at++);
    }
}

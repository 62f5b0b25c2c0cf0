package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** The frames of an animated PNG file in their order: numbers without a gap, places inside the picture. Damage is refused. */
final class PngSequence {

    private static final int CONTROL_BYTES = 26;

    private final Bytes bytes;
    private final ImageSize size;
    private long expected;

    PngSequence(Bytes bytes, ImageSize size) {
        this.bytes = bytes;
        this.size = size;
    }

    /**
     * Checks one chunk if it belongs to the animation.
     *
     * @param inData whether the first picture's data came already
     */
    void read(PngChunks.Chunk chunk, boolean inData) {
        switch (chunk.type()) {
            case "fcTL" -> {
                number(chunk, CONTROL_BYTES);
                place(chunk, inData);
            }
            case "fdAT" -> number(chunk, 4);
            default -> {}
        }
    }

    private void number(PngChunks.Chunk chunk, int shortest) {
        if (chunk.length() < shortest || bytes.u32be(chunk.offset()) != expected) {
            throw InvalidImage.because("a PNG file whose animation is out of order");
        }
        expected++;
    }

    /** A first frame that leaves a part of the picture empty is outside the format, and read in different ways. */
    private void place(PngChunks.Chunk control, boolean inData) {
        long width = bytes.u32be(control.offset() + 4);
        long height = bytes.u32be(control.offset() + 8);
        long x = bytes.u32be(control.offset() + 12);
        long y = bytes.u32be(control.offset() + 16);
        boolean inside = x + width <= size.width() && y + height <= size.height();
        boolean whole = inside && width == size.width() && height == size.height();
        if (!inside || (!inData && !whole)) {
            throw InvalidImage.because("a PNG file with a frame that does not fit its picture");
        }
    }
}

package dev.fovea.vision;

import org.jspecify.annotations.Nullable;

/**
 * From the samples of a PNG row to red, green and blue as Pillow's {@code convert("RGB")} gives them: alpha is dropped, 16-bit
 * colour keeps its high byte, 16-bit grey is clipped at 255, grey of few bits is spread over 0 to 255.
 */
final class PngPixels {

    private final PngHeader header;
    private final @Nullable Palette palette;

    PngPixels(PngHeader header, @Nullable Palette palette) {
        this.header = header;
        this.palette = palette;
    }

    /**
     * Converts one row.
     *
     * @param row samples from index 1 on
     * @param pixels how many
     * @param to where the first pixel goes
     * @param step distance from pixel to pixel in the target, 3 where they are neighbours
     */
    void put(byte[] row, int pixels, byte[] rgb, int to, int step) {
        if (header.depth() == 8 && header.colour() == PngHeader.Colour.RGB && step == 3) {
            System.arraycopy(row, 1, rgb, to, 3 * pixels);
            return;
        }
        switch (header.colour()) {
            case RGB, RGBA -> colours(row, pixels, rgb, to, step);
            case GREY, GREY_ALPHA -> greys(row, pixels, rgb, to, step);
            case INDEXED -> indices(row, pixels, rgb, to, step);
        }
    }

    private void colours(byte[] row, int pixels, byte[] rgb, int to, int step) {
        int sampleBytes = header.depth() / 8;
        int pixelBytes = sampleBytes * header.colour().samples();
        for (int i = 0; i < pixels; i++) {
            int at = 1 + i * pixelBytes;
            rgb[to + i * step] = row[at];
            rgb[to + i * step + 1] = row[at + sampleBytes];
            rgb[to + i * step + 2] = row[at + 2 * sampleBytes];
        }
    }

    private void greys(byte[] row, int pixels, byte[] rgb, int to, int step) {
        for (int i = 0; i < pixels; i++) {
            byte grey = (byte) grey(row, i);
            rgb[to + i * step] = grey;
            rgb[to + i * step + 1] = grey;
            rgb[to + i * step + 2] = grey;
        }
    }

    private int grey(byte[] row, int pixel) {
        boolean alpha = header.colour() == PngHeader.Colour.GREY_ALPHA;
        return switch (header.depth()) {
            case 8 -> row[1 + (alpha ? 2 * pixel : pixel)] & 0xFF;
            case 16 -> alpha ? row[1 + 4 * pixel] & 0xFF : clipped(row, 1 + 2 * pixel);
            default -> packed(row, pixel) * 255 / ((1 << header.depth()) - 1);
        };
    }

    private void indices(byte[] row, int pixels, byte[] rgb, int to, int step) {
        if (palette == null) {
            throw InvalidImage.because("an indexed PNG file without a palette");
        }
        for (int i = 0; i < pixels; i++) {
            palette.put(header.depth() == 8 ? row[1 + i] & 0xFF : packed(row, i), rgb, to + i * step);
        }
    }

    private static int clipped(byte[] row, int at) {
        return row[at] == 0 ? row[at + 1] & 0xFF : 255;
    }

    private int packed(byte[] row, int pixel) {
        int bit = pixel * header.depth();
        int shift = 8 - header.depth() - bit % 8;
        return ((row[1 + bit / 8] & 0xFF) >> shift) & ((1 << header.depth()) - 1);
    }
}

package dev.fovea.vision;

import org.jspecify.annotations.Nullable;

/**
 * From the samples of a PNG row to red, green and blue as Pillow's {@code convert("RGB")} gives them, and to alpha where it is
 * asked for: 16-bit colour and alpha keep their high byte, 16-bit grey is clipped at 255, grey of few bits is spread over 0 to 255.
 */
final class PngPixels {

    private final PngHeader header;
    private final byte[] rgb;
    private final byte @Nullable [] alpha;

    /** Colours and opacities of all indices; empty without a palette. */
    private final byte[] colours;

    private final byte[] opacities;

    PngPixels(PngHeader header, PngMetadata metadata, Canvas canvas) {
        this.header = header;
        this.rgb = canvas.rgb();
        this.alpha = canvas.alpha();
        Palette palette = metadata.palette();
        this.colours = palette == null ? new byte[0] : palette.table();
        this.opacities = opacities(metadata.paletteAlpha());
    }

    private static byte[] opacities(byte[] stored) {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = i < stored.length ? stored[i] : (byte) 255;
        }
        return all;
    }

    /**
     * Converts one row.
     *
     * @param row its samples
     * @param pixels how many
     * @param first the first pixel's place in the picture
     * @param step places from pixel to pixel, 1 where they are neighbours
     */
    void put(byte[] row, int pixels, int first, int step) {
        switch (header.colour()) {
            case RGB, RGBA -> colours(row, pixels, first, step);
            case GREY, GREY_ALPHA -> greys(row, pixels, first, step);
            case INDEXED -> indices(row, pixels, first, step);
        }
        switch (header.colour()) {
            case RGBA, GREY_ALPHA -> channel(row, pixels, first, step);
            case RGB, GREY, INDEXED -> {}
        }
    }

    private void colours(byte[] row, int pixels, int first, int step) {
        int sampleBytes = header.depth() / 8;
        int pixelBytes = sampleBytes * header.colour().samples();
        int at = 0;
        int to = 3 * first;
        for (int i = 0; i < pixels; i++) {
            rgb[to] = row[at];
            rgb[to + 1] = row[at + sampleBytes];
            rgb[to + 2] = row[at + 2 * sampleBytes];
            at += pixelBytes;
            to += 3 * step;
        }
    }

    private void channel(byte[] row, int pixels, int first, int step) {
        if (alpha == null) {
            return;
        }
        int sampleBytes = header.depth() / 8;
        int pixelBytes = sampleBytes * header.colour().samples();
        int at = pixelBytes - sampleBytes;
        for (int i = 0; i < pixels; i++) {
            alpha[first + i * step] = row[at];
            at += pixelBytes;
        }
    }

    private void greys(byte[] row, int pixels, int first, int step) {
        int to = 3 * first;
        for (int i = 0; i < pixels; i++) {
            byte grey = (byte) grey(row, i);
            rgb[to] = grey;
            rgb[to + 1] = grey;
            rgb[to + 2] = grey;
            to += 3 * step;
        }
    }

    private int grey(byte[] row, int pixel) {
        boolean twoSamples = header.colour() == PngHeader.Colour.GREY_ALPHA;
        return switch (header.depth()) {
            case 8 -> row[twoSamples ? 2 * pixel : pixel] & 0xFF;
            case 16 -> twoSamples ? row[4 * pixel] & 0xFF : clipped(row, 2 * pixel);
            default -> packed(row, pixel) * 255 / ((1 << header.depth()) - 1);
        };
    }

    private void indices(byte[] row, int pixels, int first, int step) {
        int to = first;
        for (int i = 0; i < pixels; i++) {
            int index = header.depth() == 8 ? row[i] & 0xFF : packed(row, i);
            rgb[3 * to] = colours[3 * index];
            rgb[3 * to + 1] = colours[3 * index + 1];
            rgb[3 * to + 2] = colours[3 * index + 2];
            if (alpha != null) {
                alpha[to] = opacities[index];
            }
            to += step;
        }
    }

    private static int clipped(byte[] row, int at) {
        return row[at] == 0 ? row[at + 1] & 0xFF : 255;
    }

    private int packed(byte[] row, int pixel) {
        int bit = pixel * header.depth();
        int shift = 8 - header.depth() - bit % 8;
        return ((row[bit / 8] & 0xFF) >> shift) & ((1 << header.depth()) - 1);
    }
}

package dev.fovea.vision;

import java.util.Arrays;

/** Colours of an indexed picture; an index without a colour is black, as in Pillow. */
final class Palette {

    private final byte[] rgb;
    private final int entries;

    private Palette(byte[] rgb, int entries) {
        this.rgb = rgb;
        this.entries = entries;
    }

    /** Entries that stand one after the other, {@code stride} bytes each, red at {@code red}, blue at {@code blue}. */
    static Palette read(byte[] from, int offset, int entries, int stride, int red, int blue) {
        byte[] rgb = new byte[3 * entries];
        for (int i = 0; i < entries; i++) {
            int at = offset + i * stride;
            rgb[3 * i] = from[at + red];
            rgb[3 * i + 1] = from[at + 1];
            rgb[3 * i + 2] = from[at + blue];
        }
        return new Palette(rgb, entries);
    }

    void put(int index, byte[] target, int at) {
        if (index < entries) {
            System.arraycopy(rgb, 3 * index, target, at, 3);
        } else {
            target[at] = 0;
            target[at + 1] = 0;
            target[at + 2] = 0;
        }
    }

    /** The colours of all 256 indices, three bytes each. */
    byte[] table() {
        return Arrays.copyOf(rgb, 3 * 256);
    }

    /** The colour of an index, 0xRRGGBB. */
    int colour(int index) {
        byte[] colour = new byte[3];
        put(index, colour, 0);
        return ((colour[0] & 0xFF) << 16) | ((colour[1] & 0xFF) << 8) | (colour[2] & 0xFF);
    }

    /** Every index its own grey, all 256 of them. */
    static Palette greys() {
        byte[] rgb = new byte[3 * 256];
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = (byte) (i / 3);
        }
        return new Palette(rgb, 256);
    }

    /** Whether every index is its own grey. */
    boolean isIdentity() {
        return isGrey(1);
    }

    /** Whether these are black and white alone. */
    boolean isBlackAndWhite() {
        return entries == 2 && isGrey(255);
    }

    private boolean isGrey(int step) {
        for (int i = 0; i < entries; i++) {
            byte grey = (byte) (step * i);
            if (rgb[3 * i] != grey || rgb[3 * i + 1] != grey || rgb[3 * i + 2] != grey) {
                return false;
            }
        }
        return entries > 0;
    }
}

package dev.fovea.vision;

/**
 * How a picture says that it is not opaque, as Pillow opens it.
 *
 * @param carrier where it stands
 * @param key the colour that is transparent, 0xRRGGBB, where one is named; else {@link #NO_COLOUR}
 * @param keyOnceConverted the colour that Pillow still calls transparent after {@code convert("RGB")}, or {@link #NO_COLOUR}
 */
record Transparency(Carrier carrier, int key, int keyOnceConverted) {

    static final int NO_COLOUR = -1;

    static final Transparency NONE = new Transparency(Carrier.NONE, NO_COLOUR, NO_COLOUR);

    static final Transparency CHANNEL = new Transparency(Carrier.CHANNEL, NO_COLOUR, NO_COLOUR);

    /** Where transparency stands. */
    enum Carrier {
        /** Nowhere. */
        NONE,
        /** In an alpha sample of every pixel. */
        CHANNEL,
        /** In the palette: one or more of its entries. */
        PALETTE,
        /** One grey is named. */
        GREY_KEY,
        /** One colour is named. */
        COLOUR_KEY
    }

    /** Whether each pixel has an opacity of its own, in a channel or through its index. */
    boolean inPixels() {
        return carrier == Carrier.CHANNEL || carrier == Carrier.PALETTE;
    }

    /** One entry of a palette. */
    static Transparency ofEntry(int colour) {
        return new Transparency(Carrier.PALETTE, NO_COLOUR, colour);
    }

    /** Entries of a palette that no single colour stands for: conversion loses them. */
    static Transparency ofEntries() {
        return new Transparency(Carrier.PALETTE, NO_COLOUR, NO_COLOUR);
    }
}

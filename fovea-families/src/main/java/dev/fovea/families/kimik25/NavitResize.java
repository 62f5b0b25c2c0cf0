package dev.fovea.families.kimik25;

import dev.fovea.contract.ImageSize;

/**
 * {@code navit_resize} of Kimi: shrinks until patches and sides are within their limits, never enlarges, and pads to whole pads.
 * Doubles, in the written order.
 *
 * @param patch side of a patch in pixels
 * @param merge patches a side that become one pad
 * @param patchLimit patches of an image; padding may exceed it
 * @param sideLimit patches of a side
 */
public record NavitResize(int patch, int merge, int patchLimit, int sideLimit) {

    /** The size to resize to, without padding. */
    public ImageSize resized(ImageSize source) {
        double patches = wholePatches(source.width()) * wholePatches(source.height());
        double scale = Math.min(1.0, Math.sqrt(patchLimit / patches));
        scale = Math.min(scale, (double) mostPixels() / source.width());
        scale = Math.min(scale, (double) mostPixels() / source.height());
        return new ImageSize(side(source.width(), scale), side(source.height(), scale));
    }

    /** A resized picture with black on its right and below. */
    public ImageSize padded(ImageSize resized) {
        return new ImageSize(whole(resized.width()), whole(resized.height()));
    }

    private double wholePatches(int pixels) {
        int whole = pixels / patch;
        return Math.max(1, whole);
    }

    private int side(int pixels, double scale) {
        return Math.min(Math.max(1, (int) (pixels * scale)), mostPixels());
    }

    private int whole(int pixels) {
        int factor = merge * patch;
        return Math.ceilDiv(pixels, factor) * factor;
    }

    private int mostPixels() {
        return Math.multiplyExact(sideLimit, patch);
    }
}

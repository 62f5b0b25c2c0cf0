package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import org.jspecify.annotations.Nullable;

/**
 * Where a picture is painted: its colours as stored and, only if asked for, how opaque each pixel is. Lives inside one decode.
 */
final class Canvas {

    private static final int OPAQUE = 255;

    private final ImageSize size;
    private final byte[] rgb;
    private final byte @Nullable [] alpha;

    private Canvas(ImageSize size, byte @Nullable [] alpha) {
        this.size = size;
        this.rgb = new byte[Math.toIntExact(3 * size.pixels())];
        this.alpha = alpha;
    }

    /** Colours alone. */
    static Canvas ofColours(ImageSize size) {
        return new Canvas(size, null);
    }

    /** Colours and opacity; all zero, so that what is not painted is transparent. */
    static Canvas withAlpha(ImageSize size) {
        return new Canvas(size, new byte[Math.toIntExact(size.pixels())]);
    }

    ImageSize size() {
        return size;
    }

    /** Red, green and blue of every pixel, row by row. */
    byte[] rgb() {
        return rgb;
    }

    /** Opacity of every pixel, or null where only colours are asked for. */
    byte @Nullable [] alpha() {
        return alpha;
    }

    /** Colours and opacities together; without opacities everything is opaque but the pixels of one colour, if that is named. */
    byte[] rgba(int transparentColour) {
        byte[] rgba = new byte[Math.toIntExact(4 * size.pixels())];
        for (int i = 0; i < rgba.length / 4; i++) {
            int colour = ((rgb[3 * i] & 0xFF) << 16) | ((rgb[3 * i + 1] & 0xFF) << 8) | (rgb[3 * i + 2] & 0xFF);
            rgba[4 * i] = rgb[3 * i];
            rgba[4 * i + 1] = rgb[3 * i + 1];
            rgba[4 * i + 2] = rgb[3 * i + 2];
            rgba[4 * i + 3] = alpha != null ? alpha[i] : (byte) (colour == transparentColour ? 0 : OPAQUE);
        }
        return rgba;
    }

    /** Composites every pixel on white, as Pillow's {@code alpha_composite}. */
    void compositeOnWhite() {
        if (alpha == null) {
            return;
        }
        for (int i = 0; i < alpha.length; i++) {
            int opacity = alpha[i] & 0xFF;
            if (opacity != OPAQUE) {
                rgb[3 * i] = onWhite(rgb[3 * i], opacity);
                rgb[3 * i + 1] = onWhite(rgb[3 * i + 1], opacity);
                rgb[3 * i + 2] = onWhite(rgb[3 * i + 2], opacity);
            }
        }
    }

    /** Turns every pixel of one colour white. */
    void whiten(int colour) {
        byte red = (byte) (colour >> 16);
        byte green = (byte) (colour >> 8);
        byte blue = (byte) colour;
        for (int i = 0; i < rgb.length; i += 3) {
            if (rgb[i] == red && rgb[i + 1] == green && rgb[i + 2] == blue) {
                rgb[i] = (byte) 255;
                rgb[i + 1] = (byte) 255;
                rgb[i + 2] = (byte) 255;
            }
        }
    }

    /** Integers with seven more bits, as in Pillow's AlphaComposite.c over an opaque ground. */
    private static byte onWhite(byte sample, int opacity) {
        int blended = ((sample & 0xFF) * opacity + 255 * (255 - opacity)) << 7;
        int rounded = blended + (0x80 << 7);
        return (byte) ((((rounded >> 8) + rounded) >> 8) >> 7);
    }
}

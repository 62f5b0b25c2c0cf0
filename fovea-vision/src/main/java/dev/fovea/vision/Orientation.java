package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** How a stored picture must be turned to stand upright: EXIF's eight values, and what Pillow stumbles over. */
public enum Orientation {
    /** As stored; also without EXIF, and with values beyond 8. */
    UPRIGHT(1),
    MIRRORED(2),
    TURNED_180(3),
    FLIPPED(4),
    TRANSPOSED(5),
    TURNED_90(6),
    TRANSVERSED(7),
    TURNED_270(8),
    /** EXIF that Pillow cannot read at all: a loader that asks for it fails. */
    UNREADABLE(1);

    private final int exif;

    Orientation(int exif) {
        this.exif = exif;
    }

    static Orientation of(long exif) {
        return exif >= 1 && exif <= 8 ? values()[(int) exif - 1] : UPRIGHT;
    }

    /** EXIF's number, 1 to 8; 1 for {@link #UNREADABLE}. */
    public int exif() {
        return exif;
    }

    /** Whether width and height change places. */
    public boolean swapsSides() {
        return switch (this) {
            case TRANSPOSED, TURNED_90, TRANSVERSED, TURNED_270 -> true;
            case UPRIGHT, MIRRORED, TURNED_180, FLIPPED, UNREADABLE -> false;
        };
    }

    /** The size once turned. */
    ImageSize turned(ImageSize size) {
        return swapsSides() ? new ImageSize(/* width= */ size.height(), /* height= */ size.width()) : size;
    }

    /** The picture, turned. */
    RgbImage turned(RgbImage image) {
        int across = 3;
        int down = 3 * image.size().width();
        int right = across * (image.size().width() - 1);
        int bottom = down * (image.size().height() - 1);
        return switch (this) {
            case UPRIGHT, UNREADABLE -> image;
            case MIRRORED -> turned(image, right, -across, down);
            case TURNED_180 -> turned(image, right + bottom, -across, -down);
            case FLIPPED -> turned(image, bottom, across, -down);
            case TRANSPOSED -> turned(image, 0, down, across);
            case TURNED_90 -> turned(image, bottom, -down, across);
            case TRANSVERSED -> turned(image, right + bottom, -down, -across);
            case TURNED_270 -> turned(image, right, down, -across);
        };
    }

    /** Reads from a first sample on, one step a column and another one a row of the result. */
    private RgbImage turned(RgbImage image, int first, int columnStep, int rowStep) {
        ImageSize size = turned(image.size());
        byte[] from = image.samples();
        byte[] to = new byte[from.length];
        int at = 0;
        for (int y = 0; y < size.height(); y++) {
            int source = first + y * rowStep;
            for (int x = 0; x < size.width(); x++) {
                to[at] = from[source];
                to[at + 1] = from[source + 1];
                to[at + 2] = from[source + 2];
                at += 3;
                source += columnStep;
            }
        }
        return new RgbImage(size, to);
    }
}

package dev.fovea.contract;

/** Width and height in pixels, as stored in the file: no EXIF rotation. Both are at least 1. */
public record ImageSize(int width, int height) {

    public ImageSize {
        if (width < 1 || height < 1) {
            throw new IllegalArgumentException("image of " + width + "x" + height + " pixels");
        }
    }

    public long pixels() {
        return (long) width * height;
    }

    @Override
    public String toString() {
        return width + "x" + height;
    }
}

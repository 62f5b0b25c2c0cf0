package dev.fovea.vision;

/** The number format of patches. */
public enum PixelForm {
    /** Resized samples as they are, 0 to 255; the consumer normalises. */
    UINT8(1),
    /** Rescaled and normalised, little endian. */
    FLOAT32(4);

    private final int bytes;

    PixelForm(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes of one value. */
    public int bytes() {
        return bytes;
    }
}

package dev.fovea.vision;

/** The number format of patches. */
public enum PixelForm {
    /** Resized samples as they are, 0 to 255; the consumer normalises. */
    UINT8("uint8", 1),
    /** Rescaled and normalised, little endian. */
    FLOAT32("float32", 4),
    /** The same values as {@link #FLOAT32}, rounded to the nearest bfloat16, ties to even; little endian. */
    BFLOAT16("bfloat16", 2);

    private final String id;
    private final int bytes;

    PixelForm(String id, int bytes) {
        this.id = id;
        this.bytes = bytes;
    }

    /** The format's name, as torch and numpy have it. */
    public String id() {
        return id;
    }

    /** Bytes of one value. */
    public int bytes() {
        return bytes;
    }
}

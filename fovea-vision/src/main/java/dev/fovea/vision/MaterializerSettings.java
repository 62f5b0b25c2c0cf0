package dev.fovea.vision;

/**
 * How a materialiser behaves.
 *
 * @param form number format of the patches
 * @param cacheBytes most bytes of finished patches that are kept; 0 keeps none, default 2 GiB
 * @param workingBytes most bytes of pictures that are being decoded and resized at once, default 512 MiB; a single picture above
 *     it is worked on alone
 */
public record MaterializerSettings(PixelForm form, long cacheBytes, long workingBytes) {

    public static final long DEFAULT_CACHE_BYTES = 2L << 30;
    public static final long DEFAULT_WORKING_BYTES = 512L << 20;

    public MaterializerSettings {
        if (cacheBytes < 0 || workingBytes < 1) {
            throw new IllegalArgumentException("cache of " + cacheBytes + " and work of " + workingBytes + " bytes");
        }
    }

    /** The defaults, for one form. */
    public static MaterializerSettings of(PixelForm form) {
        return new MaterializerSettings(form, DEFAULT_CACHE_BYTES, DEFAULT_WORKING_BYTES);
    }
}

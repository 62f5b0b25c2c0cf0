package dev.fovea.vision;

/** One library that makes pixels of JPEG files. Thread safe. */
interface JpegCodec {

    /** The library, for reports. */
    String name();

    /**
     * Decodes a picture. Warnings of the library do not count, as in Pillow.
     *
     * @param rgb three bytes a pixel, row by row, exactly as many as the frame has
     * @throws dev.fovea.contract.error.RequestException {@code invalid_image}
     */
    void decode(JpegStream jpeg, byte[] rgb);
}

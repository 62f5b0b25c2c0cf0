package dev.fovea.vision;

/** Kinds of files that the probe knows by their first bytes. */
public enum ImageFormat {
    PNG,
    JPEG,
    GIF,
    BMP,
    WEBP
}

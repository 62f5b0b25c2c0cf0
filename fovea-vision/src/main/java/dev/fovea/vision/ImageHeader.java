package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/**
 * What the first bytes of an image say.
 *
 * @param format told from the bytes, never from a label
 * @param size as stored: no EXIF rotation
 */
public record ImageHeader(ImageFormat format, ImageSize size) {}

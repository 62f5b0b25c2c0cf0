package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.util.OptionalInt;

/**
 * What the beginning of an image says.
 *
 * @param format told from the bytes, never from a label
 * @param size as stored: no EXIF rotation
 * @param frames pictures in the file; empty where the bytes end before that is known
 * @param orientation as Pillow's {@code exif_transpose} reads it, as far as the bytes go
 * @param alpha whether every pixel has an alpha sample
 * @param transparencyKey whether a colour or entries of a palette are declared transparent
 * @param plain whether every {@link DecodePolicy} gives the same picture: one frame, upright, opaque, eight bits a sample. Never
 *     true on a guess: where the bytes end too early it is false
 */
public record ImageHeader(
        ImageFormat format,
        ImageSize size,
        OptionalInt frames,
        Orientation orientation,
        boolean alpha,
        boolean transparencyKey,
        boolean plain) {}

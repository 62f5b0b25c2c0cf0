package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.RequestException;

/**
 * Format and size of an image from its header, without decoding: what a layout needs. Sizes are Pillow's: as stored, no EXIF
 * rotation. A probe proves nothing about the rest of the file. Immutable and thread safe.
 */
public final class ImageProbe {

    private final ImageLimits limits;

    public ImageProbe(ImageLimits limits) {
        this.limits = limits;
    }

    /**
     * Reads a header.
     *
     * @param encoded the file, or so much of it as holds its header
     * @throws RequestException {@code invalid_image} where this is no picture, {@code image_too_large} where it is too big,
     *     {@code unsupported_image_format} for kinds that are known and not carried
     */
    public ImageHeader probe(byte[] encoded) {
        limits.requireBytes(encoded.length);
        Bytes bytes = new Bytes(encoded);
        return switch (format(bytes)) {
            case PNG -> header(ImageFormat.PNG, PngHeader.size(bytes, limits));
            case JPEG -> header(ImageFormat.JPEG, JpegFrame.read(bytes, limits).size());
            case GIF -> header(ImageFormat.GIF, GifFrame.read(bytes, limits).screen());
            case BMP -> header(ImageFormat.BMP, BmpHeader.size(bytes, limits));
            case WEBP -> header(ImageFormat.WEBP, WebpHeader.size(bytes, limits));
        };
    }

    static ImageFormat format(Bytes bytes) {
        if (bytes.has(0, "\u0089PNG\r\n\u001a\n")) {
            return ImageFormat.PNG;
        }
        if (bytes.has(0, "\u00ff\u00d8\u00ff")) {
            return ImageFormat.JPEG;
        }
        if (bytes.has(0, "GIF87a") || bytes.has(0, "GIF89a")) {
            return ImageFormat.GIF;
        }
        if (bytes.has(0, "BM")) {
            return ImageFormat.BMP;
        }
        if (bytes.has(0, "RIFF") && bytes.has(8, "WEBP")) {
            return ImageFormat.WEBP;
        }
        if (bytes.has(0, "II*\0") || bytes.has(0, "MM\0*")) {
            throw InvalidImage.unsupported("TIFF");
        }
        if (bytes.has(4, "ftyp")) {
            throw InvalidImage.unsupported("AVIF or HEIF");
        }
        throw InvalidImage.because("the bytes begin like no picture that is known here");
    }

    private static ImageHeader header(ImageFormat format, ImageSize size) {
        return new ImageHeader(format, size);
    }
}

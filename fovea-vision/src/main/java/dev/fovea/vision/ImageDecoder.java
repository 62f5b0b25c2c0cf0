package dev.fovea.vision;

import dev.fovea.contract.error.RequestException;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Encoded images to RGB bytes, equal to Pillow's {@code Image.open(f).convert("RGB")}: no EXIF rotation, no profile, no blending.
 * What the JDK's readers give depends on its build; hence each kind is proven by embedded pictures before it is decoded, and a
 * kind whose proof fails is refused. Immutable and thread safe.
 */
public final class ImageDecoder {

    private final ImageLimits limits;
    private final ImageProbe probe;
    private final Set<ImageKind> proven;

    ImageDecoder(ImageLimits limits, Set<ImageKind> proven) {
        this.limits = limits;
        this.probe = new ImageProbe(limits);
        this.proven = Set.copyOf(proven);
    }

    /** A decoder that has just proven itself; takes some tenths of a second, once. */
    public static ImageDecoder proven(ImageLimits limits) {
        return new ImageDecoder(limits, DecoderProof.provenKinds());
    }

    /**
     * Decodes an image.
     *
     * @throws RequestException {@code invalid_image}, {@code image_too_large} or {@code unsupported_image_format}
     */
    public RgbImage decode(byte[] encoded) {
        return parse(encoded).decode();
    }

    /**
     * Format and size from the header alone, within this decoder's limits.
     *
     * @throws RequestException like {@link ImageProbe#probe}
     */
    public ImageHeader probe(byte[] encoded) {
        return probe.probe(encoded);
    }

    /**
     * Refuses what {@link #decode} would refuse by structure and kind, without making pixels.
     *
     * @throws RequestException like {@link #decode}
     */
    public ImageHeader check(byte[] encoded) {
        return new ImageHeader(
                ImageProbe.format(new Bytes(encoded)), parse(encoded).size());
    }

    /** Kinds of pictures that this Java runtime gets right, in words. */
    public Set<String> provenKinds() {
        return proven.stream().map(ImageKind::words).collect(Collectors.toUnmodifiableSet());
    }

    private ParsedImage parse(byte[] encoded) {
        ParsedImage image = parse(encoded, limits);
        if (!proven.contains(image.kind())) {
            throw InvalidImage.unsupported(image.kind().words());
        }
        return image;
    }

    static ParsedImage parse(byte[] encoded, ImageLimits limits) {
        limits.requireBytes(encoded.length);
        Bytes bytes = new Bytes(encoded);
        return switch (ImageProbe.format(bytes)) {
            case PNG -> PngImage.parse(bytes, limits);
            case JPEG -> JpegImage.parse(bytes, limits);
            case GIF -> GifImage.parse(bytes, limits);
            case BMP -> BmpImage.parse(bytes, limits);
            case WEBP -> {
                WebpHeader.size(bytes, limits);
                throw InvalidImage.unsupported(ImageKind.WEBP.words());
            }
        };
    }
}

package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.RequestException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Encoded images to the RGB bytes that a reference loader gives; which loader, the {@link DecodePolicy} says. Native libraries are
 * used where they are found, and each kind is proven by embedded pictures before it is decoded: one whose proof fails is refused.
 * Immutable and thread safe.
 */
public final class ImageDecoder {

    private final ImageLimits limits;
    private final DecodePolicy policy;
    private final ImageProbe probe;
    private final Codecs codecs;

    ImageDecoder(ImageLimits limits, DecodePolicy policy, Codecs codecs) {
        this.limits = limits;
        this.policy = policy;
        this.probe = new ImageProbe(limits);
        this.codecs = codecs;
    }

    /** A decoder of {@link DecodePolicy#PLAIN}. */
    public static ImageDecoder proven(ImageLimits limits) {
        return proven(limits, DecodePolicy.PLAIN);
    }

    /** A proven decoder. The proof takes some tenths of a second, once in a process. */
    public static ImageDecoder proven(ImageLimits limits, DecodePolicy policy) {
        return new ImageDecoder(limits, policy, DecoderProof.codecs());
    }

    /** Which picture of a file this decoder gives. */
    public DecodePolicy policy() {
        return policy;
    }

    /**
     * Decodes an image.
     *
     * @throws RequestException {@code invalid_image}, {@code image_too_large} or {@code unsupported_image_format}
     */
    public RgbImage decode(byte[] encoded) {
        return policy.load(parse(encoded));
    }

    /**
     * The stored picture with its opacity, whatever the policy: Pillow's {@code convert("RGBA")}.
     *
     * @return {@code [height, width, 4]}, not premultiplied
     * @throws RequestException like {@link #decode}
     */
    public byte[] decodeRgba(byte[] encoded) {
        ParsedImage image = parse(encoded);
        Canvas canvas =
                image.transparency().inPixels() ? Canvas.withAlpha(image.size()) : Canvas.ofColours(image.size());
        image.paint(canvas);
        return canvas.rgba(image.transparency().key());
    }

    /**
     * The size of what {@link #decode} gives, from the header alone: rotation may swap the sides.
     *
     * @throws RequestException like {@link ImageProbe#probe}
     */
    public ImageSize size(byte[] encoded) {
        ImageHeader header = probe(encoded);
        return policy.size(header.size(), header.orientation());
    }

    /**
     * What the header alone says, within this decoder's limits.
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
        parse(encoded);
        return probe(encoded);
    }

    /** Kinds of pictures that this Java runtime gets right, in words. */
    public Set<String> provenKinds() {
        return readers().keySet();
    }

    /** What reads each proven kind, both in words. */
    public Map<String, String> readers() {
        return codecs.readers().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(entry -> entry.getKey().words(), Map.Entry::getValue));
    }

    private ParsedImage parse(byte[] encoded) {
        ParsedImage image = parse(encoded, limits, codecs);
        if (!codecs.kinds().contains(image.kind())) {
            throw InvalidImage.unsupported(image.kind().words());
        }
        return image;
    }

    static ParsedImage parse(byte[] encoded, ImageLimits limits, Codecs codecs) {
        limits.requireBytes(encoded.length);
        Bytes bytes = new Bytes(encoded);
        return switch (ImageProbe.format(bytes)) {
            case PNG -> PngImage.parse(bytes, limits, codecs.inflation());
            case JPEG -> JpegImage.parse(bytes, limits, codecs);
            case GIF -> GifImage.parse(bytes, limits);
            case BMP -> BmpImage.parse(bytes, limits);
            case WEBP -> WebpImage.parse(bytes, limits, codecs.webp());
        };
    }
}

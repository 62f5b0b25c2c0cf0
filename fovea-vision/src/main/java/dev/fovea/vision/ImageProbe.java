package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a layout needs from an image's header, without decoding. Sizes are Pillow's: as stored, no EXIF rotation. A probe proves
 * nothing about the rest of the file, inflates only texts, and walks at most {@link ImageLimits#maxSegments} chunks, markers or
 * blocks. Immutable and thread safe.
 */
public final class ImageProbe {

    private final ImageLimits limits;

    public ImageProbe(ImageLimits limits) {
        this.limits = limits;
    }

    /**
     * Reads a header.
     *
     * @param encoded the file, or so much of its beginning as holds the size; the more of it there is, the more of the rest is known
     * @throws RequestException {@code invalid_image} where this is no picture, {@code image_too_large} where it is too big,
     *     {@code unsupported_image_format} for kinds that are known and not carried
     */
    public ImageHeader probe(byte[] encoded) {
        limits.requireBytes(encoded.length);
        Bytes bytes = new Bytes(encoded);
        return switch (format(bytes)) {
            case PNG -> png(bytes);
            case JPEG -> jpeg(bytes);
            case GIF -> gif(bytes);
            case BMP -> bmp(bytes);
            case WEBP -> webp(bytes);
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

    private ImageHeader png(Bytes bytes) {
        ImageSize size = PngHeader.size(bytes, limits);
        List<PngChunks.Chunk> chunks = PngChunks.peek(bytes, limits);
        if (chunks.isEmpty()) {
            return header(ImageFormat.PNG, size, OptionalInt.empty(), Orientation.UPRIGHT, Transparency.NONE, false);
        }
        PngHeader header = PngHeader.read(bytes, limits);
        PngMetadata metadata = PngMetadata.read(bytes, header, chunks, limits);
        boolean inData = chunks.stream().anyMatch(chunk -> chunk.type().equals("IDAT"));
        boolean complete = chunks.getLast().type().equals("IEND");
        return header(
                ImageFormat.PNG,
                size,
                inData || complete ? OptionalInt.of((int) metadata.frames()) : OptionalInt.empty(),
                metadata.orientation(),
                metadata.transparency(),
                complete && header.depth() <= 8);
    }

    private ImageHeader jpeg(Bytes bytes) {
        JpegHeader header = JpegHeader.peek(bytes, limits);
        ImageSize size = header.frame().size();
        boolean known = header.isComplete() && !header.severalPictures();
        boolean common = known
                && switch (header.frame().kind(header.colour())) {
                    case JPEG_GREY, JPEG_444, JPEG_422, JPEG_420 -> true;
                    case JPEG_411, JPEG_440, JPEG_CMYK, JPEG_YCCK, JPEG_ODD, JPEG_OTHER, PNG, GIF, BMP, WEBP -> false;
                };
        return header(
                ImageFormat.JPEG,
                size,
                known ? OptionalInt.of(1) : OptionalInt.empty(),
                header.orientation(),
                Transparency.NONE,
                common);
    }

    private ImageHeader gif(Bytes bytes) {
        GifFrame first = GifFrame.read(bytes, limits);
        OptionalInt frames = GifFrames.count(bytes, limits);
        return header(
                ImageFormat.GIF, first.screen(), frames, Orientation.UPRIGHT, first.transparency(), first.isWhole());
    }

    private ImageHeader bmp(Bytes bytes) {
        ImageSize size = BmpHeader.size(bytes, limits);
        boolean alpha = BmpHeader.mayHaveAlpha(bytes);
        return header(
                ImageFormat.BMP,
                size,
                OptionalInt.of(1),
                Orientation.UPRIGHT,
                alpha ? Transparency.CHANNEL : Transparency.NONE,
                true);
    }

    private ImageHeader webp(Bytes bytes) {
        ImageSize size = WebpHeader.size(bytes, limits);
        if (WebpFile.isCut(bytes)) {
            Transparency declared = WebpHeader.mayHaveAlpha(bytes) ? Transparency.CHANNEL : Transparency.NONE;
            return header(ImageFormat.WEBP, size, OptionalInt.empty(), Orientation.UPRIGHT, declared, false);
        }
        WebpFile file = WebpFile.read(bytes, limits);
        return header(
                ImageFormat.WEBP,
                size,
                OptionalInt.of(file.frames()),
                file.orientation(),
                file.alpha() ? Transparency.CHANNEL : Transparency.NONE,
                true);
    }

    private static ImageHeader header(
            ImageFormat format,
            ImageSize size,
            OptionalInt frames,
            Orientation orientation,
            Transparency transparency,
            boolean common) {
        boolean single = frames.isPresent() && frames.getAsInt() == 1;
        return new ImageHeader(
                format,
                size,
                frames,
                orientation,
                transparency.carrier() == Transparency.Carrier.CHANNEL,
                transparency.carrier() != Transparency.Carrier.CHANNEL
                        && transparency.carrier() != Transparency.Carrier.NONE,
                common && single && orientation == Orientation.UPRIGHT && transparency.equals(Transparency.NONE));
    }
}

package dev.fovea.vision;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * What reads each kind of picture. A kind without an entry is refused. Immutable.
 *
 * @param readers names what makes the pixels of each carried kind, for reports
 * @param jpeg the codec of each carried JPEG kind
 * @param inflation inflates whole streams; where it declines, the JDK does it in pieces
 * @param webp the codec of WebP frames
 */
record Codecs(Map<ImageKind, String> readers, Map<ImageKind, JpegCodec> jpeg, Inflation inflation, WebpCodec webp) {

    Codecs {
        readers = Map.copyOf(readers);
        jpeg = Map.copyOf(jpeg);
    }

    /** One codec for all kinds of JPEG: what a proof is made with. */
    static Codecs of(JpegCodec codec) {
        Map<ImageKind, JpegCodec> all = new EnumMap<>(ImageKind.class);
        for (ImageKind kind : ImageKind.values()) {
            all.put(kind, codec);
        }
        return new Codecs(Map.of(), all, Inflation.NONE, WebpCodec.NONE);
    }

    Codecs with(Inflation other) {
        return new Codecs(readers, jpeg, other, webp);
    }

    Codecs with(WebpCodec other) {
        return new Codecs(readers, jpeg, inflation, other);
    }

    Set<ImageKind> kinds() {
        return readers.keySet();
    }

    /** The codec of a JPEG kind. */
    JpegCodec jpeg(ImageKind kind) {
        JpegCodec codec = jpeg.get(kind);
        if (codec == null) {
            throw InvalidImage.unsupported(kind.words());
        }
        return codec;
    }
}

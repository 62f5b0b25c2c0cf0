package dev.fovea.vision;

import dev.fovea.contract.ImageHash;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Small pictures whose RGB bytes Pillow 13 made. {@code proof/proofs.txt} lists kind, file and SHA-256 of the bytes; a library is
 * proven for a kind when the kind has pictures and all of them come out right.
 */
final class DecoderProof {

    private static final String FOLDER = "proof/";

    private final Map<ImageKind, List<Picture>> pictures = new String(resource("proofs.txt"), StandardCharsets.US_ASCII)
            .lines()
            .map(Picture::of)
            .collect(Collectors.groupingBy(
                    Picture::kind, () -> new EnumMap<>(ImageKind.class), Collectors.toUnmodifiableList()));

    private DecoderProof() {}

    /** For each kind the first proven of the libraries that are present; proven once in a process. */
    static Codecs codecs() {
        return Once.CODECS;
    }

    /** For each kind the first proven one of these JPEG codecs, and everything else that is present. */
    static Codecs proven(List<JpegCodec> jpegCodecs) {
        return new DecoderProof()
                .prove(jpegCodecs.stream()
                        .map(codec -> (Supplier<Optional<JpegCodec>>) () -> Optional.of(codec))
                        .toList());
    }

    private Codecs prove(List<Supplier<Optional<JpegCodec>>> jpegFinders) {
        Map<ImageKind, JpegCodec> jpeg = proveJpeg(jpegFinders);
        Map<ImageKind, String> readers = new EnumMap<>(ImageKind.class);
        jpeg.forEach((kind, codec) -> readers.put(kind, codec.name()));
        Codecs none = new Codecs(Map.of(), Map.of(), Inflation.NONE, WebpCodec.NONE);
        for (ImageKind kind : List.of(ImageKind.GIF, ImageKind.BMP)) {
            if (isRight(kind, none)) {
                readers.put(kind, "Fovea");
            }
        }
        Inflation inflation = Stream.concat(Libdeflate.find().stream(), Stream.of(Inflation.NONE))
                .filter(candidate -> isRight(ImageKind.PNG, none.with(candidate)))
                .findFirst()
                .orElse(Inflation.NONE);
        if (isRight(ImageKind.PNG, none.with(inflation))) {
            readers.put(ImageKind.PNG, "Fovea over " + inflation.name());
        }
        Optional<WebpCodec> webp = Libwebp.find().filter(codec -> isRight(ImageKind.WEBP, none.with(codec)));
        webp.ifPresent(codec -> readers.put(ImageKind.WEBP, codec.name()));
        return new Codecs(readers, jpeg, inflation, webp.orElse(WebpCodec.NONE));
    }

    private Map<ImageKind, JpegCodec> proveJpeg(List<Supplier<Optional<JpegCodec>>> finders) {
        Map<ImageKind, JpegCodec> proven = new EnumMap<>(ImageKind.class);
        for (Supplier<Optional<JpegCodec>> finder : finders) {
            List<ImageKind> open = pictures.keySet().stream()
                    .filter(kind -> kind.isJpeg() && !proven.containsKey(kind))
                    .toList();
            if (!open.isEmpty()) {
                finder.get()
                        .ifPresent(codec -> open.stream()
                                .filter(kind -> isRight(kind, Codecs.of(codec)))
                                .forEach(kind -> proven.put(kind, codec)));
            }
        }
        return proven;
    }

    private boolean isRight(ImageKind kind, Codecs codecs) {
        List<Picture> proofs = pictures.getOrDefault(kind, List.of());
        return !proofs.isEmpty() && proofs.stream().allMatch(picture -> picture.isRight(codecs));
    }

    private static byte[] resource(String name) {
        try (InputStream in = DecoderProof.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException("the build lacks the resource " + FOLDER + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("the resource " + FOLDER + name + " cannot be read", e);
        }
    }

    /** A picture and what it must come out as. */
    private record Picture(ImageKind kind, String file, String sha256) {

        static Picture of(String line) {
            String[] columns = line.split(" ", 3);
            return new Picture(ImageKind.valueOf(columns[0]), columns[1], columns[2]);
        }

        boolean isRight(Codecs codecs) {
            try {
                ParsedImage image = ImageDecoder.parse(resource(file), ImageLimits.DEFAULT, codecs);
                return image.kind() == kind
                        && ImageHash.of(DecodePolicy.PLAIN.load(image).samples())
                                .hex()
                                .equals(sha256);
            } catch (RuntimeException e) {
                return false;
            }
        }
    }

    /** Proven when first asked for. */
    private static final class Once {
        static final Codecs CODECS = new DecoderProof().prove(JpegLibraries.FINDERS);
    }
}

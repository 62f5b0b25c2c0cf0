package dev.fovea.vision;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;

/**
 * Small pictures whose RGB bytes Pillow 13 made. {@code proof/proofs.txt} lists kind, file and SHA-256 of the bytes; a kind is
 * proven when it has pictures and all of them come out right.
 */
final class DecoderProof {

    private static final String FOLDER = "proof/";

    private DecoderProof() {}

    static Set<ImageKind> provenKinds() {
        Set<ImageKind> proven = EnumSet.noneOf(ImageKind.class);
        Set<ImageKind> failed = EnumSet.noneOf(ImageKind.class);
        new String(resource("proofs.txt"), StandardCharsets.US_ASCII).lines().forEach(line -> {
            String[] columns = line.split(" ", 3);
            ImageKind kind = ImageKind.valueOf(columns[0]);
            (isRight(kind, columns[1], columns[2]) ? proven : failed).add(kind);
        });
        proven.removeAll(failed);
        return proven;
    }

    private static boolean isRight(ImageKind kind, String file, String sha256) {
        try {
            ParsedImage image = ImageDecoder.parse(resource(file), ImageLimits.DEFAULT);
            return image.kind() == kind
                    && ImageHash.of(image.decode().samples()).hex().equals(sha256);
        } catch (RequestException e) {
            return false;
        }
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
}

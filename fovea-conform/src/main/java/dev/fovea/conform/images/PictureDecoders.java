package dev.fovea.conform.images;

import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import java.util.EnumMap;
import java.util.Map;

/** One proven decoder a policy. */
final class PictureDecoders {

    private final Map<DecodePolicy, ImageDecoder> decoders = new EnumMap<>(DecodePolicy.class);

    private PictureDecoders() {}

    static PictureDecoders proven() {
        PictureDecoders proven = new PictureDecoders();
        for (DecodePolicy policy : DecodePolicy.values()) {
            proven.decoders.put(policy, ImageDecoder.proven(ImageLimits.DEFAULT, policy));
        }
        return proven;
    }

    ImageDecoder of(DecodePolicy policy) {
        ImageDecoder decoder = decoders.get(policy);
        if (decoder == null) {
            throw new IllegalStateException("no decoder of " + policy);
        }
        return decoder;
    }
}

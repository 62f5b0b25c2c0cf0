package dev.fovea.vision;

import dev.fovea.contract.ImageHash;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How a resized picture becomes patches.
 *
 * @param backend whose arithmetic
 * @param normalisation the backend's steps for this family
 * @param shape of a patch
 * @param mean per channel, of samples scaled to 0..1
 * @param std per channel
 */
public record PatchRecipe(
        PixelBackend backend, Normalisation normalisation, PatchShape shape, List<Double> mean, List<Double> std) {

    public PatchRecipe {
        mean = List.copyOf(mean);
        std = List.copyOf(std);
    }

    PatchWriter writer() {
        return new PatchWriter(backend.resample(), shape, normalisation, mean, std);
    }

    /** 64 hexadecimal digits over everything that decides a pixel; normalisation only where it is applied. */
    String fingerprint(String layoutFingerprint, DecodePolicy policy, PixelForm form) {
        String values = switch (form) {
            case UINT8 -> form.id();
            case FLOAT32, BFLOAT16 -> form.id() + ":normalise=" + normalisation.id() + ":mean=" + mean + ":std=" + std;
        };
        String text = "image-processor:" + layoutFingerprint
                + ":decoder=" + policy.identity()
                + ":resize=" + backend.resample().id()
                + ":values=" + values;
        return ImageHash.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }
}

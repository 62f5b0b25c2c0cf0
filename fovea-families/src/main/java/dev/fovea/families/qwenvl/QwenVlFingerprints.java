package dev.fovea.families.qwenvl;

import dev.fovea.contract.ImageHash;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.PixelBackend;
import dev.fovea.vision.PixelForm;
import java.nio.charset.StandardCharsets;

/** Texts whose hashes name settings. The layout's is the contract's, letter for letter; the processor's is Fovea's own. */
final class QwenVlFingerprints {

    private static final int LAYOUT_DIGITS = 32;

    private QwenVlFingerprints() {}

    /** Offload contract, section 8: knobs sorted by name, values as compact JSON. */
    static String layout(QwenVlSettings settings) {
        String text = "image-layout:" + QwenVlImageProcessor.FAMILY
                + ":max_pixels=" + settings.maxPixels()
                + ":merge_size=" + settings.mergeSize()
                + ":min_pixels=" + settings.minPixels()
                + ":patch_size=" + settings.patchSize()
                + ":temporal_patch_size=" + settings.temporalPatchSize();
        return sha256(text).substring(0, LAYOUT_DIGITS);
    }

    /** Everything that decides a pixel; normalisation only where it is applied. */
    static String processor(QwenVlSettings settings, PixelBackend backend, DecodePolicy policy, PixelForm form) {
        String values = switch (form) {
            case UINT8 -> form.id();
            case FLOAT32, BFLOAT16 ->
                form.id() + ":normalise="
                        + QwenVlImageProcessor.normalisation(backend).id() + ":mean=" + settings.mean() + ":std="
                        + settings.std();
        };
        return sha256("image-processor:" + layout(settings)
                + ":decoder=" + policy.identity()
                + ":resize=" + backend.resample().id()
                + ":values=" + values);
    }

    private static String sha256(String text) {
        return ImageHash.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }
}

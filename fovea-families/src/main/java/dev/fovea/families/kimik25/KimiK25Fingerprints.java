package dev.fovea.families.kimik25;

import dev.fovea.contract.ImageHash;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.PixelBackend;
import dev.fovea.vision.PixelForm;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Texts whose hashes name settings. The layout's is the contract's, letter for letter; the processor's is Fovea's own. */
final class KimiK25Fingerprints {

    private static final int LAYOUT_DIGITS = 32;

    private KimiK25Fingerprints() {}

    /** Offload contract, section 8: knobs sorted by name, values as compact JSON. */
    static String layout(KimiK25Settings settings) {
        String text = "image-layout:" + KimiK25ImageProcessor.FAMILY
                + ":fixed_output_tokens=" + settings.fixedTokens()
                + ":image_mean=" + json(settings.mean())
                + ":image_std=" + json(settings.std())
                + ":in_patch_limit=" + settings.patchLimit()
                + ":merge_kernel_size=" + settings.mergeSize()
                + ":patch_limit_on_one_side=" + settings.sideLimit()
                + ":patch_size=" + settings.patchSize();
        return sha256(text).substring(0, LAYOUT_DIGITS);
    }

    /** Everything that decides a pixel; normalisation only where it is applied. */
    static String processor(KimiK25Settings settings, PixelBackend backend, DecodePolicy policy, PixelForm form) {
        String values = switch (form) {
            case UINT8 -> form.id();
            case FLOAT32, BFLOAT16 ->
                form.id() + ":normalise="
                        + KimiK25ImageProcessor.normalisation(backend).id() + ":mean=" + settings.mean() + ":std="
                        + settings.std();
        };
        return sha256("image-processor:" + layout(settings)
                + ":decoder=" + policy.identity()
                + ":resize=" + backend.resample().id()
                + ":values=" + values);
    }

    /** Between 0.001 and ten million, Java writes a double as Python does. */
    private static String json(List<Double> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(",", "[", "]"));
    }

    private static String sha256(String text) {
        return ImageHash.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }
}

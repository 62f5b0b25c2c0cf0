package dev.fovea.conform.images;

import dev.fovea.vision.DecodePolicy;
import java.util.List;
import java.util.Map;

/** The corpus' names of loading rules, and the policy that follows each. */
final class ReferenceVariant {

    private static final Map<String, List<DecodePolicy>> POLICIES = Map.of(
            "plain", List.of(DecodePolicy.PLAIN, DecodePolicy.TRANSFORMERS_5_19),
            "exif", List.of(DecodePolicy.EXIF),
            "transformers", List.of(DecodePolicy.TRANSFORMERS_5_24),
            "transformers_after_convert", List.of(DecodePolicy.TRANSFORMERS_5_24_CONVERTED),
            "vllm", List.of(DecodePolicy.VLLM),
            "white_alpha_composite", List.of(DecodePolicy.WHITE),
            "white_paste", List.of(DecodePolicy.WHITE));

    private ReferenceVariant() {}

    /** The policies that must give this picture; none for pictures that no policy makes. */
    static List<DecodePolicy> policies(String variant) {
        return POLICIES.getOrDefault(variant, List.of());
    }
}

package dev.fovea.families.qwenvl;

import java.util.List;

/** The settings that the checkpoints ship. */
final class QwenVlGolden {

    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);

    static final QwenVlSettings QWEN3 = new QwenVlSettings(16, 2, 2, 65_536, 16_777_216, HALF, HALF);

    static final QwenVlSettings QWEN3_SMALL = new QwenVlSettings(16, 2, 2, 65_536, 262_144, HALF, HALF);

    static final QwenVlSettings QWEN2 = new QwenVlSettings(
            14,
            2,
            2,
            3_136,
            12_845_056,
            List.of(0.48145466, 0.4578275, 0.40821073),
            List.of(0.26862954, 0.26130258, 0.27577711));

    private QwenVlGolden() {}
}

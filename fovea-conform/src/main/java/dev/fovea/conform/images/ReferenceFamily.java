package dev.fovea.conform.images;

import dev.fovea.families.kimik25.KimiK25ImageProcessor;
import dev.fovea.families.kimik25.KimiK25Settings;
import dev.fovea.families.qwenvl.QwenVlImageProcessor;
import dev.fovea.families.qwenvl.QwenVlSettings;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelBackend;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The families of the corpus, with the settings that its records were made with. */
enum ReferenceFamily {
    QWEN2_VL("qwen2-vl") {
        @Override
        ImageProcessor processor(PixelBackend backend) {
            return new QwenVlImageProcessor(
                    new QwenVlSettings(14, 2, 2, 3_136, 12_845_056, CLIP_MEAN, CLIP_STD), backend);
        }
    },
    QWEN3_VL("qwen3-vl") {
        @Override
        ImageProcessor processor(PixelBackend backend) {
            return new QwenVlImageProcessor(new QwenVlSettings(16, 2, 2, 65_536, 16_777_216, HALF, HALF), backend);
        }
    },
    QWEN3_VL_SMALL("qwen3-vl-small") {
        @Override
        ImageProcessor processor(PixelBackend backend) {
            return new QwenVlImageProcessor(new QwenVlSettings(16, 2, 2, 65_536, 262_144, HALF, HALF), backend);
        }
    },
    KIMI_K25("kimi-k2.5") {
        @Override
        ImageProcessor processor(PixelBackend backend) {
            return new KimiK25ImageProcessor(new KimiK25Settings(14, 2, 16_384, 512, null, HALF, HALF), backend);
        }
    };

    private static final List<Double> CLIP_MEAN = List.of(0.48145466, 0.4578275, 0.40821073);
    private static final List<Double> CLIP_STD = List.of(0.26862954, 0.26130258, 0.27577711);
    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);

    private final String id;

    ReferenceFamily(String id) {
        this.id = id;
    }

    abstract ImageProcessor processor(PixelBackend backend);

    static Optional<ReferenceFamily> named(String id) {
        return Stream.of(values()).filter(family -> family.id.equals(id)).findFirst();
    }
}

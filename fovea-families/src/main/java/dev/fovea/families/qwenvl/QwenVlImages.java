package dev.fovea.families.qwenvl;

import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.ImageFamily;
import dev.fovea.families.VisionTokens;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelBackend;
import java.util.Optional;
import java.util.Set;

/** Images of Qwen2-VL, Qwen2.5-VL, Qwen3-VL and Qwen3.5, which 3.6 shares: one processor for all of them. */
public final class QwenVlImages implements ImageFamily {

    @Override
    public Set<String> modelTypes() {
        return Set.of("qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_vl_moe", "qwen3_5", "qwen3_5_moe");
    }

    /** What transformers 5 takes wherever torchvision is installed, in trainer and engine. */
    @Override
    public PixelBackend defaultBackend() {
        return PixelBackend.TORCHVISION;
    }

    @Override
    public ImageProcessor open(CheckpointFolder checkpoint, PixelBackend backend) {
        return new QwenVlImageProcessor(QwenVlSettings.read(checkpoint.path()), backend);
    }

    @Override
    public Optional<VisionTokens> tokens(CheckpointFolder checkpoint) {
        return Optional.of(new VisionTokens(
                checkpoint.index("config.json", "image_token_id"),
                checkpoint.index("config.json", "video_token_id"),
                checkpoint.index("config.json", "vision_start_token_id"),
                checkpoint.index("config.json", "vision_end_token_id")));
    }
}

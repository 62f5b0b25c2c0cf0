package dev.fovea.families.kimik25;

import dev.fovea.families.CheckpointFolder;
import dev.fovea.families.ImageFamily;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelBackend;
import java.util.Set;

/** Images of Kimi-K2.5; K2.6 has the same model type and processor. */
public final class KimiK25Images implements ImageFamily {

    @Override
    public Set<String> modelTypes() {
        return Set.of("kimi_k25");
    }

    /** Both the checkpoint's own code and vLLM's processor resize with Pillow. */
    @Override
    public PixelBackend defaultBackend() {
        return PixelBackend.PIL;
    }

    @Override
    public ImageProcessor open(CheckpointFolder checkpoint, PixelBackend backend) {
        return new KimiK25ImageProcessor(KimiK25Config.read(checkpoint), backend);
    }
}

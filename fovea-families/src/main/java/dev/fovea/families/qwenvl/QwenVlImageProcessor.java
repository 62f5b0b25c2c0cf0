package dev.fovea.families.qwenvl;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.vision.GridPayload;
import dev.fovea.vision.Normalisation;
import dev.fovea.vision.PatchProcessor;
import dev.fovea.vision.PatchRecipe;
import dev.fovea.vision.PatchWriter;
import dev.fovea.vision.PixelBackend;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code Qwen2VLImageProcessor} of transformers, bit for bit: smart resize, bicubic resize, normalisation, patches. Patch rows are
 * {@code [grid.patches(), 3 * temporal * patch * patch]}.
 */
public final class QwenVlImageProcessor extends PatchProcessor {

    /** The family's name in descriptors. */
    public static final String FAMILY = "qwen_vl";

    private static final String GRID = "image_grid_thw";

    private final QwenVlSettings settings;

    public QwenVlImageProcessor(QwenVlSettings settings, PixelBackend backend) {
        super(
                new GridPayload(FAMILY, GRID),
                new EngineItemSchema(
                        "image", "pixel_values", List.of(settings.patchShape().width()), GRID),
                new PatchRecipe(
                        backend, normalisation(backend), settings.patchShape(), settings.mean(), settings.std()));
        this.settings = settings;
    }

    private static Normalisation normalisation(PixelBackend backend) {
        return switch (backend) {
            case TORCHVISION -> Normalisation.FUSED;
            case PIL, PIL_12 -> Normalisation.TWO_STEP;
        };
    }

    @Override
    public ImageLayout layout(ImageSize size) {
        ImageSize resized = settings.smartResize().resized(size);
        GridThw grid = new GridThw(1, resized.height() / settings.patchSize(), resized.width() / settings.patchSize());
        return PatchWriter.checked(
                new ImageLayout(size, resized, grid, grid.patches() / (settings.mergeSize() * settings.mergeSize())));
    }

    @Override
    protected Map<String, @Nullable Object> layoutKnobs() {
        return Map.of(
                "max_pixels", settings.maxPixels(),
                "merge_size", settings.mergeSize(),
                "min_pixels", settings.minPixels(),
                "patch_size", settings.patchSize(),
                "temporal_patch_size", settings.temporalPatchSize());
    }
}

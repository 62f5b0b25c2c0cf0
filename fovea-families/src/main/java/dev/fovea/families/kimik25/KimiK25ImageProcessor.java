package dev.fovea.families.kimik25;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Kimi's processor, bit for bit: under {@code pil} the one that vLLM runs and the checkpoint brings, under {@code torchvision} the
 * native one of transformers. Patches are {@code [grid.patches(), 3, patch, patch]}, row by row.
 */
public final class KimiK25ImageProcessor extends PatchProcessor {

    /** The family's name in descriptors. */
    public static final String FAMILY = "kimi_k25";

    private static final String GRID = "grid_thws";

    private final KimiK25Settings settings;

    public KimiK25ImageProcessor(KimiK25Settings settings, PixelBackend backend) {
        super(
                new GridPayload(FAMILY, GRID),
                new EngineItemSchema(
                        "vision_chunk", "pixel_values", List.of(3, settings.patchSize(), settings.patchSize()), GRID),
                new PatchRecipe(
                        backend, normalisation(backend), settings.patchShape(), settings.mean(), settings.std()));
        this.settings = settings;
    }

    private static Normalisation normalisation(PixelBackend backend) {
        return switch (backend) {
            case TORCHVISION -> Normalisation.FUSED;
            case PIL, PIL_12 -> Normalisation.RECIPROCAL;
        };
    }

    @Override
    public ImageLayout layout(ImageSize size) {
        ImageSize resized = settings.navitResize().resized(size);
        ImageSize padded = settings.navitResize().padded(resized);
        GridThw grid = new GridThw(1, padded.height() / settings.patchSize(), padded.width() / settings.patchSize());
        return PatchWriter.checked(new ImageLayout(size, resized, grid, pads(grid)));
    }

    private int pads(GridThw grid) {
        @Nullable Integer fixed = settings.fixedTokens();
        return fixed == null ? grid.patches() / (settings.mergeSize() * settings.mergeSize()) : fixed;
    }

    @Override
    protected Map<String, @Nullable Object> layoutKnobs() {
        Map<String, @Nullable Object> knobs = new HashMap<>();
        knobs.put("fixed_output_tokens", settings.fixedTokens());
        knobs.put("image_mean", settings.mean());
        knobs.put("image_std", settings.std());
        knobs.put("in_patch_limit", settings.patchLimit());
        knobs.put("merge_kernel_size", settings.mergeSize());
        knobs.put("patch_limit_on_one_side", settings.sideLimit());
        knobs.put("patch_size", settings.patchSize());
        return knobs;
    }
}

package dev.fovea.families.kimik25;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.GridPayload;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.Normalisation;
import dev.fovea.vision.PatchWriter;
import dev.fovea.vision.PixelBackend;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Kimi's processor, bit for bit: under {@code pil} the one that vLLM runs and the checkpoint brings, under {@code torchvision} the
 * native one of transformers. Patches are {@code [grid.patches(), 3, patch, patch]}, row by row.
 */
public final class KimiK25ImageProcessor implements ImageProcessor {

    /** The family's name in descriptors. */
    public static final String FAMILY = "kimi_k25";

    private static final GridPayload PAYLOAD = new GridPayload(FAMILY, "grid_thws");

    private final KimiK25Settings settings;
    private final PixelBackend backend;
    private final PatchWriter patches;

    public KimiK25ImageProcessor(KimiK25Settings settings, PixelBackend backend) {
        this.settings = settings;
        this.backend = backend;
        this.patches = new PatchWriter(
                backend.resample(), settings.patchShape(), normalisation(backend), settings.mean(), settings.std());
    }

    static Normalisation normalisation(PixelBackend backend) {
        return switch (backend) {
            case TORCHVISION -> Normalisation.FUSED;
            case PIL, PIL_12 -> Normalisation.RECIPROCAL;
        };
    }

    @Override
    public String family() {
        return FAMILY;
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
    public Map<String, Object> payload(ImageLayout layout) {
        return PAYLOAD.of(layout.grid());
    }

    @Override
    public GridThw grid(Map<String, Object> payload) {
        return PAYLOAD.grid(payload);
    }

    @Override
    public String layoutFingerprint() {
        return KimiK25Fingerprints.layout(settings);
    }

    @Override
    public String processorFingerprint(DecodePolicy policy, PixelForm form) {
        return KimiK25Fingerprints.processor(settings, backend, policy, form);
    }

    @Override
    public int patchWidth() {
        return settings.patchShape().width();
    }

    @Override
    public EngineItemSchema engineItem() {
        return new EngineItemSchema(
                "vision_chunk", "pixel_values", List.of(3, settings.patchSize(), settings.patchSize()), "grid_thws");
    }

    @Override
    public RgbImage resized(RgbImage image, ImageLayout layout) {
        return backend.resample().resize(image, layout.resized());
    }

    @Override
    public void process(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target) {
        patches.write(image, layout, form, target);
    }
}

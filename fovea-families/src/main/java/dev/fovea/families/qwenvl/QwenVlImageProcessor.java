package dev.fovea.families.qwenvl;

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

/**
 * {@code Qwen2VLImageProcessor} of transformers, bit for bit: smart resize, bicubic resize, normalisation, patches. Patch rows are
 * {@code [grid.patches(), 3 * temporal * patch * patch]}.
 */
public final class QwenVlImageProcessor implements ImageProcessor {

    /** The family's name in descriptors. */
    public static final String FAMILY = "qwen_vl";

    private static final GridPayload PAYLOAD = new GridPayload(FAMILY, "image_grid_thw");

    private final QwenVlSettings settings;
    private final PixelBackend backend;
    private final PatchWriter patches;

    public QwenVlImageProcessor(QwenVlSettings settings, PixelBackend backend) {
        this.settings = settings;
        this.backend = backend;
        this.patches = new PatchWriter(
                backend.resample(), settings.patchShape(), normalisation(backend), settings.mean(), settings.std());
    }

    static Normalisation normalisation(PixelBackend backend) {
        return switch (backend) {
            case TORCHVISION -> Normalisation.FUSED;
            case PIL, PIL_12 -> Normalisation.TWO_STEP;
        };
    }

    @Override
    public String family() {
        return FAMILY;
    }

    @Override
    public ImageLayout layout(ImageSize size) {
        ImageSize resized = settings.smartResize().resized(size);
        GridThw grid = new GridThw(1, resized.height() / settings.patchSize(), resized.width() / settings.patchSize());
        return PatchWriter.checked(
                new ImageLayout(size, resized, grid, grid.patches() / (settings.mergeSize() * settings.mergeSize())));
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
        return QwenVlFingerprints.layout(settings);
    }

    @Override
    public String processorFingerprint(DecodePolicy policy, PixelForm form) {
        return QwenVlFingerprints.processor(settings, backend, policy, form);
    }

    @Override
    public int patchWidth() {
        return settings.patchShape().width();
    }

    @Override
    public EngineItemSchema engineItem() {
        return new EngineItemSchema("image", "pixel_values", List.of(patchWidth()), "image_grid_thw");
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

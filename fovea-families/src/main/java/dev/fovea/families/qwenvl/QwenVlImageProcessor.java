package dev.fovea.families.qwenvl;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * {@code Qwen2VLImageProcessor} of transformers, bit for bit: smart resize, bicubic resize, normalisation, patches. Patch rows are
 * {@code [grid.patches(), 3 * temporal * patch * patch]}.
 */
public final class QwenVlImageProcessor implements ImageProcessor {

    /** The family's name in descriptors. */
    public static final String FAMILY = "qwen_vl";

    private final QwenVlSettings settings;
    private final QwenVlBackend backend;
    private final QwenVlPatches patches;
    private final float[][] tables = new float[3][];

    public QwenVlImageProcessor(QwenVlSettings settings, QwenVlBackend backend) {
        this.settings = settings;
        this.backend = backend;
        this.patches = new QwenVlPatches(settings);
        for (int channel = 0; channel < tables.length; channel++) {
            tables[channel] = backend.normalisation()
                    .table(settings.mean().get(channel), settings.std().get(channel));
        }
    }

    @Override
    public String family() {
        return FAMILY;
    }

    @Override
    public ImageLayout layout(ImageSize size) {
        ImageSize resized = settings.smartResize().resized(size);
        GridThw grid = new GridThw(1, resized.height() / settings.patchSize(), resized.width() / settings.patchSize());
        return new ImageLayout(size, resized, grid, grid.patches() / (settings.mergeSize() * settings.mergeSize()));
    }

    @Override
    public Map<String, Object> payload(ImageLayout layout) {
        return QwenVlGrid.payload(layout.grid());
    }

    @Override
    public GridThw grid(Map<String, Object> payload) {
        return QwenVlGrid.grid(payload);
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
        return settings.patchWidth();
    }

    @Override
    public void process(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target) {
        if (!image.size().equals(layout.source())) {
            throw new IllegalArgumentException("an image of " + image.size() + " under a layout of " + layout.source());
        }
        RgbImage resized = backend.resample().resize(image, layout.resized());
        switch (form) {
            case UINT8 -> patches.putSamples(resized, target);
            case FLOAT32 -> patches.putValues(resized, tables, target);
        }
    }
}

package dev.fovea.vision;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A family for tests: no resize, one patch a row of pixels. */
class FlatProcessor implements ImageProcessor {

    static final String LAYOUT_FINGERPRINT = "0123456789abcdef";

    final AtomicInteger processed = new AtomicInteger();

    @Override
    public String family() {
        return "flat";
    }

    @Override
    public ImageLayout layout(ImageSize size) {
        return new ImageLayout(size, size, new GridThw(1, size.height(), 1), size.height());
    }

    @Override
    public Map<String, Object> payload(ImageLayout layout) {
        return Map.of("rows", layout.grid().h());
    }

    @Override
    public GridThw grid(Map<String, Object> payload) {
        return new GridThw(1, (Integer) payload.getOrDefault("rows", 0), 1);
    }

    @Override
    public String layoutFingerprint() {
        return LAYOUT_FINGERPRINT;
    }

    @Override
    public String processorFingerprint(DecodePolicy policy, PixelForm form) {
        return "flat/" + form;
    }

    @Override
    public int patchWidth() {
        return 3 * 100;
    }

    @Override
    public EngineItemSchema engineItem() {
        return new EngineItemSchema("image", "pixel_values", List.of(patchWidth()), "image_grid_thw");
    }

    @Override
    public RgbImage resized(RgbImage image, ImageLayout layout) {
        return image;
    }

    @Override
    public void process(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target) {
        processed.incrementAndGet();
        target.put(image.samples());
    }
}

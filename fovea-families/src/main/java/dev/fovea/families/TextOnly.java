package dev.fovea.families;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What a family without images has in the places of images: every one is refused, and positions count tokens. */
public final class TextOnly implements ImageProcessor, PositionScheme {

    private final String family;

    public TextOnly(String family) {
        this.family = family;
    }

    @Override
    public String family() {
        return family;
    }

    @Override
    public ImageLayout layout(ImageSize size) {
        throw refused();
    }

    @Override
    public Map<String, Object> payload(ImageLayout layout) {
        throw refused();
    }

    @Override
    public GridThw grid(Map<String, Object> payload) {
        throw refused();
    }

    @Override
    public String layoutFingerprint() {
        return "0".repeat(32);
    }

    @Override
    public String processorFingerprint(DecodePolicy policy, PixelForm form) {
        return "0".repeat(64);
    }

    @Override
    public int patchWidth() {
        return 0;
    }

    @Override
    public EngineItemSchema engineItem() {
        return new EngineItemSchema("image", "pixel_values", List.of(), "image_grid_thw");
    }

    @Override
    public RgbImage resized(RgbImage image, ImageLayout layout) {
        throw refused();
    }

    @Override
    public void process(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target) {
        throw refused();
    }

    @Override
    public Positions positions(int length, List<PlacedGrid> images) {
        if (!images.isEmpty()) {
            throw refused();
        }
        TokenIds count = TokenIds.of(IntStream.range(0, length).toArray());
        return new Positions(count, count, count);
    }

    private RequestException refused() {
        return new RequestException(
                ErrorCode.UNSUPPORTED_MODALITY,
                "the family " + family + " is text only",
                "use a vision model, or send text");
    }
}

package dev.fovea.vision;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.wire.LayoutFingerprint;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A family whose images are one grid of patches: it says how large they become, and everything else follows from its recipe. */
public abstract class PatchProcessor implements ImageProcessor {

    private final GridPayload payload;
    private final EngineItemSchema item;
    private final PatchRecipe recipe;
    private final PatchWriter patches;

    /**
     * A processor.
     *
     * @param payload the grid's form in descriptors
     * @param item the image's form in an engine's request
     */
    protected PatchProcessor(GridPayload payload, EngineItemSchema item, PatchRecipe recipe) {
        this.payload = payload;
        this.item = item;
        this.recipe = recipe;
        this.patches = recipe.writer();
    }

    /** The settings that decide the layout, under the contract's names, as JSON values. */
    protected abstract Map<String, @Nullable Object> layoutKnobs();

    @Override
    public final String family() {
        return payload.family();
    }

    @Override
    public final Map<String, Object> payload(ImageLayout layout) {
        return payload.of(layout.grid());
    }

    @Override
    public final GridThw grid(Map<String, Object> descriptor) {
        return payload.grid(descriptor);
    }

    @Override
    public final String layoutFingerprint() {
        return LayoutFingerprint.of(family(), layoutKnobs());
    }

    @Override
    public final String processorFingerprint(DecodePolicy policy, PixelForm form) {
        return recipe.fingerprint(layoutFingerprint(), policy, form);
    }

    @Override
    public final int patchWidth() {
        return recipe.shape().width();
    }

    @Override
    public final EngineItemSchema engineItem() {
        return item;
    }

    @Override
    public final RgbImage resized(RgbImage image, ImageLayout layout) {
        return recipe.backend().resample().resize(image, layout.resized());
    }

    @Override
    public final void process(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target) {
        patches.write(image, layout, form, target);
    }
}

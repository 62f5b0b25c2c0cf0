package dev.fovea.families;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.ResolvedImage;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Images for tests that never look at pixels. */
public final class PlacedImages {

    private PlacedImages() {}

    /** An image that fills so many pads. */
    public static ResolvedImage named(String name, int pads) {
        RawImageDescriptor item =
                new RawImageDescriptor("qwen_vl", null, Map.of(), null, "file:///" + name + ".png", Map.of());
        return new ResolvedImage(item, ImageHash.of(name.getBytes(StandardCharsets.UTF_8)), pads);
    }
}

package dev.fovea.chat;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.ResolvedImage;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Images for tests that never look at pixels. */
final class Images {

    private Images() {}

    static ResolvedImage named(String name, int pads) {
        ImageHash hash = ImageHash.of(name.getBytes(StandardCharsets.UTF_8));
        RawImageDescriptor item =
                new RawImageDescriptor("test", null, Map.of(), null, "file:///assets/" + name + ".png", Map.of());
        return new ResolvedImage(item, hash, pads);
    }
}

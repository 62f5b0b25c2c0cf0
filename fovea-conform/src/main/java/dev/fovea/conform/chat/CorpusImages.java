package dev.fovea.conform.chat;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The pictures that records name. Their layouts are recorded, too; this check is about tokens. */
final class CorpusImages {

    /** Whose sizes and pads. */
    enum Layout {
        QWEN("qwen_length", "qwen_error", "<|image_pad|>"),
        KIMI("kimi_length", "kimi_error", "<|media_pad|>");

        private final String length;
        private final String error;
        private final String pad;

        Layout(String length, String error, String pad) {
            this.length = length;
            this.error = error;
            this.pad = pad;
        }
    }

    private final Map<String, JsonNode> known = new HashMap<>();
    private final Layout layout;

    CorpusImages(JsonNode table, Layout layout) {
        this.layout = layout;
        table.forEach(image -> known.put(image.path("name").asString(), image));
    }

    /** Messages with every recorded picture where a caller has it: under {@code image}, or as a URL. */
    JsonNode withImages(JsonNode value) {
        if (value.isArray()) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            value.forEach(element -> list.add(withImages(element)));
            return list;
        }
        if (!value.isObject()) {
            return value;
        }
        boolean picture = value.has("width") && value.has("height") && value.has("name");
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        value.properties().forEach(member -> object.set(member.getKey(), withImages(member.getValue())));
        if (picture) {
            String name = value.path("name").asString();
            object.remove(List.of("width", "height", "name"));
            if (value.path("type").asString("").equals("image_url")) {
                object.putObject("image_url").put("url", name);
            } else {
                object.put("image", name);
            }
        }
        return object;
    }

    /** The picture of a name with all its pads. */
    ResolvedImage resolve(String name) {
        JsonNode image = known.get(name);
        if (image == null || image.has(layout.error)) {
            throw new RequestException(
                    ErrorCode.INVALID_IMAGE,
                    image == null
                            ? "the image has no name"
                            : image.path(layout.error).asString(),
                    "send another image");
        }
        return named(name, image.path(layout.length).asInt());
    }

    /** The text of the token that fills an image's place. */
    String pad() {
        return layout.pad;
    }

    static ResolvedImage named(String name, int pads) {
        RawImageDescriptor item =
                new RawImageDescriptor("qwen_vl", null, Map.of(), null, "file:///" + name + ".png", Map.of());
        return new ResolvedImage(item, ImageHash.of(name.getBytes(StandardCharsets.UTF_8)), pads);
    }

    /** A recorded sidecar as ours. */
    static MultiModalData sidecar(JsonNode mm) {
        List<SidecarImage> images = new ArrayList<>();
        for (JsonNode image : mm.path("image")) {
            images.add(
                    named(image.path("image").asString(), image.path("length").asInt())
                            .at(image.path("offset").asInt()));
        }
        return new MultiModalData(images);
    }
}

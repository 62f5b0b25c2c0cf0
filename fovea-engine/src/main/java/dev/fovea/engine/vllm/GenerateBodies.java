package dev.fovea.engine.vllm;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.wire.EngineItemCodec;
import dev.fovea.contract.wire.MmRef;
import dev.fovea.vision.PixelPatches;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.io.JsonStringEncoder;

/** Bodies of {@code /inference/v1/generate}. */
final class GenerateBodies {

    private final EngineItemSchema schema;
    private final String processorFingerprint;

    /**
     * Bodies for one model.
     *
     * @param processorFingerprint names everything that decides a pixel; it keys the server's caches together with the file's hash
     */
    GenerateBodies(EngineItemSchema schema, String processorFingerprint) {
        this.schema = schema;
        this.processorFingerprint = processorFingerprint;
    }

    /** A request without images. */
    RequestBody text(WireRequest request) {
        return head(request, request.prompt().ids()).json("}");
    }

    /** A request whose images the server opens by itself; ids are compact, one pad an image. */
    RequestBody contentParts(WireRequest request, List<ImageHash> files) {
        RequestBody body = head(
                request,
                request.prompt().compact(request.images().placeholders()).ids());
        body.json(",\"content_parts\":[");
        for (int i = 0; i < files.size(); i++) {
            SidecarImage image = request.images().images().get(i);
            body.json(i == 0 ? "{" : ",{")
                    .json("\"type\":\"image_url\",\"url\":")
                    .json(quoted(image.item().rawImageUri()))
                    .json(",\"uuid\":")
                    .json(quoted(files.get(i).hex()))
                    .json("}");
        }
        return body.json("]}");
    }

    /** A request that carries our pixels, every image at every slot. */
    RequestBody features(WireRequest request, List<ImageHash> files, List<PixelPatches> pixels) {
        RequestBody body = head(request, request.prompt().ids());
        String modality = quoted(schema.modality());
        body.json(",\"features\":{\"mm_hashes\":{").json(modality).json(":[");
        body.json(files.stream().map(file -> quoted(cacheKey(file))).collect(Collectors.joining(",")));
        body.json("]},\"mm_placeholders\":{").json(modality).json(":[");
        body.json(request.images().placeholders().stream()
                .map(GenerateBodies::range)
                .collect(Collectors.joining(",")));
        body.json("]},\"kwargs_data\":{").json(modality).json(":[");
        for (int i = 0; i < pixels.size(); i++) {
            body.json(i == 0 ? "\"" : ",\"");
            putItem(body, pixels.get(i));
            body.json("\"");
        }
        return body.json("]}}}");
    }

    /** A request for a server or proxy that opens references by itself. */
    static RequestBody references(WireRequest request, String modality, MmRef.Form form) {
        RequestBody body = head(request, request.prompt().ids());
        if (request.images().isEmpty()) {
            return body.json("}");
        }
        List<SidecarImage> images = request.images().images();
        String name = quoted(modality);
        body.json(",\"features\":{\"mm_hashes\":{").json(name).json(":[");
        body.json(images.stream().map(image -> quoted(image.hash().hex())).collect(Collectors.joining(",")));
        body.json("]},\"mm_placeholders\":{").json(name).json(":[");
        body.json(images.stream().map(image -> range(image.placeholder())).collect(Collectors.joining(",")));
        body.json("]},\"kwargs_data\":{").json(name).json(":[");
        body.json(images.stream()
                .map(image -> quoted(MmRef.of(image.item(), image.hash()).encode(form)))
                .collect(Collectors.joining(",")));
        return body.json("]}}}");
    }

    private void putItem(RequestBody body, PixelPatches patches) {
        ByteBuffer data = patches.data();
        EngineItemCodec.Envelope envelope =
                EngineItemCodec.envelope(schema, PixelDtypes.name(patches.form()), patches.grid(), data.remaining());
        body.base64(envelope.head(), data, envelope.tail());
    }

    /** Equal keys mean equal pixels to the server, so the key holds the file and all that is done to it. */
    private String cacheKey(ImageHash file) {
        return ImageHash.of((file.hex() + ":" + processorFingerprint).getBytes(StandardCharsets.US_ASCII))
                .hex();
    }

    private static RequestBody head(WireRequest request, TokenIds ids) {
        RequestBody body = new RequestBody().json("{\"token_ids\":").json(list(ids));
        request.fields()
                .properties()
                .forEach(field -> body.json(",")
                        .json(quoted(field.getKey()))
                        .json(":")
                        .json(field.getValue().toString()));
        return body;
    }

    private static CharSequence list(TokenIds ids) {
        StringBuilder json = new StringBuilder(7 * ids.size() + 2).append('[');
        for (int i = 0; i < ids.size(); i++) {
            if (i > 0) {
                json.append(',');
            }
            json.append(ids.get(i));
        }
        return json.append(']');
    }

    private static String range(PlaceholderRange range) {
        return "{\"offset\":" + range.offset() + ",\"length\":" + range.length() + "}";
    }

    private static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + "\"";
    }
}

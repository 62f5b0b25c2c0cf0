package dev.fovea.engine.vllm;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.wire.MmRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client's request with {@code mmraw:} references, read as the offload contract says (sections 9 to 14). Members that this side does
 * not know stay in it.
 *
 * @param wire the request, its references as images
 * @param requestId the client's, or one that was given to it, so that it can be aborted
 * @param stream whether the answer comes in events
 */
record ProxiedRequest(WireRequest wire, String requestId, boolean stream) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * Reads a body.
     *
     * @throws RequestException {@code invalid_json}, {@code invalid_request} or {@code invalid_mm_image_ref}
     */
    static ProxiedRequest read(byte[] body, EngineItemSchema schema) {
        ObjectNode fields = object(body);
        ExpandedIds prompt = new ExpandedIds(ids(fields.path("token_ids")));
        MultiModalData images = images(fields.path("features"), schema);
        if (fields.hasNonNull("content_parts")) {
            throw invalid("content_parts", "send references in features; this proxy opens the images");
        }
        fields.remove(List.of("token_ids", "features", "content_parts"));
        // only the echo proves that the server used the prompt as it was sent
        fields.put("return_token_ids", true);
        String requestId = fields.path("request_id").asString(UUID.randomUUID().toString());
        fields.put("request_id", requestId);
        return new ProxiedRequest(
                new WireRequest(fields, prompt, images),
                requestId,
                fields.path("stream").asBoolean(false));
    }

    private static ObjectNode object(byte[] body) {
        try {
            if (JSON.readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw new RequestException(
                    ErrorCode.INVALID_JSON,
                    "the body is no JSON (" + e.getOriginalMessage() + ")",
                    "send one JSON object",
                    e);
        }
        throw new RequestException(ErrorCode.INVALID_JSON, "the body is no JSON object", "send one JSON object");
    }

    private static TokenIds ids(JsonNode list) {
        if (!list.isArray() || list.isEmpty()) {
            throw invalid("token_ids", "send at least one token id");
        }
        int[] ids = new int[list.size()];
        for (int i = 0; i < ids.length; i++) {
            JsonNode id = list.get(i);
            if (!id.isInt() || id.intValue() < 0) {
                throw invalid("token_ids[" + i + "]", "token ids are whole numbers from 0 on");
            }
            ids[i] = id.intValue();
        }
        return TokenIds.of(ids);
    }

    private static MultiModalData images(JsonNode features, EngineItemSchema schema) {
        if (features.isMissingNode() || features.isNull()) {
            return MultiModalData.none();
        }
        features.path("mm_hashes").propertyNames().stream()
                .filter(modality -> !modality.equals(schema.modality()))
                .findFirst()
                .ifPresent(modality -> {
                    throw refused("the modality " + modality + ", where the model takes " + schema.modality());
                });
        JsonNode hashes = features.path("mm_hashes").path(schema.modality());
        JsonNode ranges = features.path("mm_placeholders").path(schema.modality());
        JsonNode refs = features.path("kwargs_data").path(schema.modality());
        if (hashes.size() != ranges.size() || hashes.size() != refs.size()) {
            throw refused(
                    "%d hashes, %d placeholders and %d items".formatted(hashes.size(), ranges.size(), refs.size()));
        }
        List<SidecarImage> images = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            images.add(image(i, hashes.get(i), ranges.get(i), refs.get(i), schema));
        }
        return new MultiModalData(images);
    }

    private static SidecarImage image(int i, JsonNode hash, JsonNode range, JsonNode ref, EngineItemSchema schema) {
        if (!ref.isString()) {
            throw refused("no reference for image " + i);
        }
        MmRef reference = MmRef.decode(ref.asString());
        if (!reference.modality().equals(schema.modality())) {
            throw refused("a reference of modality " + reference.modality() + " for image " + i);
        }
        if (!reference.hash().hex().equals(hash.asString(""))) {
            throw refused("another hash in mm_hashes than in the reference of image " + i);
        }
        RawImageDescriptor item = new RawImageDescriptor(
                reference.family(),
                reference.fingerprint(),
                reference.payload(),
                reference.modality().equals(RawImageDescriptor.MODALITY) ? null : reference.modality(),
                reference.rawImageUri(),
                Map.of());
        return new SidecarImage(
                item,
                reference.hash(),
                new PlaceholderRange(
                        range.path("offset").asInt(-1), range.path("length").asInt(-1)));
    }

    private static RequestException refused(String what) {
        return new RequestException(
                ErrorCode.INVALID_MM_IMAGE_REF,
                "features hold " + what,
                "send one mmraw: reference, hash and placeholder for each image");
    }

    private static RequestException invalid(String field, String remedy) {
        return new RequestException(ErrorCode.INVALID_REQUEST, field + " is wrong", remedy);
    }
}

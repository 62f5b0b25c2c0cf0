package dev.fovea.contract.wire;

import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A descriptor as the map that JSON and MessagePack hold, members in the contract's order. */
public final class DescriptorMaps {

    private static final Set<String> KNOWN =
            Set.of("kind", "modality", "family", "layout_fingerprint", "payload", "vllm_modality", "raw_image_uri");

    /** Processed payloads never travel as references. */
    private static final Set<String> PROCESSED = Set.of("pixel_values", "image_embeds", "image_features", "__nd__");

    private DescriptorMaps() {}

    /** The map of a descriptor, in the order of the contract's table. */
    public static Map<String, Object> toMap(RawImageDescriptor item) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", RawImageDescriptor.KIND);
        map.put("modality", RawImageDescriptor.MODALITY);
        map.put("family", item.family());
        if (item.layoutFingerprint() != null) {
            map.put("layout_fingerprint", item.layoutFingerprint());
        }
        map.put("payload", item.payload());
        if (item.vllmModality() != null) {
            map.put("vllm_modality", item.vllmModality());
        }
        map.put("raw_image_uri", item.rawImageUri());
        map.putAll(item.extras());
        return map;
    }

    /**
     * The descriptor of a map.
     *
     * @throws RequestException where a member is missing or wrong, or where the map carries pixels
     */
    public static RawImageDescriptor fromMap(Map<?, ?> map) {
        refuseProcessed(map);
        if (!RawImageDescriptor.KIND.equals(map.get("kind"))) {
            throw refused("kind", "is not " + RawImageDescriptor.KIND);
        }
        Object modality = map.get("modality");
        if (modality != null && !RawImageDescriptor.MODALITY.equals(modality)) {
            throw new RequestException(
                    ErrorCode.UNSUPPORTED_MODALITY, "descriptor of another modality than image", "send images only");
        }
        if (!(map.get("payload") instanceof Map<?, ?> payload)) {
            throw refused("payload", "is no map");
        }
        Map<String, Object> extras = textKeys(map);
        extras.keySet().removeAll(KNOWN);
        return new RawImageDescriptor(
                required(map, "family"),
                optional(map, "layout_fingerprint"),
                textKeys(payload),
                emptyAsNull(optional(map, "vllm_modality")),
                required(map, "raw_image_uri"),
                extras);
    }

    private static void refuseProcessed(Object value) {
        switch (value) {
            case Map<?, ?> map ->
                map.forEach((key, inner) -> {
                    if (key instanceof String name && PROCESSED.contains(name)) {
                        throw refused(name, "is a processed payload; only references travel");
                    }
                    refuseProcessed(inner);
                });
            case Iterable<?> list -> list.forEach(DescriptorMaps::refuseProcessed);
            case null, default -> {
                // scalars hold no payload
            }
        }
    }

    private static Map<String, Object> textKeys(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (!(key instanceof String name)) {
                throw refused("a key", "is no text");
            }
            if (value != null) {
                copy.put(name, value);
            }
        });
        return copy;
    }

    private static String required(Map<?, ?> map, String field) {
        String text = optional(map, field);
        if (text == null) {
            throw refused(field, "is missing");
        }
        return text;
    }

    private static @Nullable String optional(Map<?, ?> map, String field) {
        return switch (map.get(field)) {
            case null -> null;
            case String text -> text;
            default -> throw refused(field, "is no text");
        };
    }

    private static @Nullable String emptyAsNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private static RequestException refused(String field, String fault) {
        return new RequestException(
                ErrorCode.INVALID_MM_IMAGE_REF, "descriptor: " + field + " " + fault, "send a raw image descriptor");
    }
}

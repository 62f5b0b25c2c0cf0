package dev.fovea.contract.wire;

import dev.fovea.contract.MmHash;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The text that stands for an image in an engine's request: {@code mmraw:} and compact JSON. Written in F2 unless another form is
 * asked for; read in all.
 *
 * @param fingerprint of the layout; null in F3
 * @param modality the engine's name for the modality
 */
public record MmRef(
        String family,
        @Nullable String fingerprint,
        MmHash hash,
        String modality,
        Map<String, Object> payload,
        String rawImageUri) {

    private static final String SCHEME = "mmraw";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final Pattern FINGERPRINT = Pattern.compile("[a-f0-9]{16,64}");
    private static final Pattern BASE64_URL = Pattern.compile("[A-Za-z0-9_-]+");
    private static final JsonMapper JSON = new JsonMapper();

    public MmRef {
        requireName("family", family);
        requireName("modality", modality);
        if (fingerprint != null && !FINGERPRINT.matcher(fingerprint).matches()) {
            throw refused("has a fingerprint that breaks its syntax");
        }
        requireFinite(payload);
        payload = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(payload));
    }

    /** The reference of an image. */
    public static MmRef of(RawImageDescriptor item, MmHash hash) {
        return new MmRef(
                item.family(),
                item.layoutFingerprint(),
                hash,
                item.featureModality(),
                item.payload(),
                item.rawImageUri());
    }

    /** The forms that a reference has had; all hold the same members. */
    public enum Form {
        /** Base64url of the JSON text, as the first consumers read it. */
        F1,
        /** The JSON text itself, which every consumer since reads. */
        F2,
        /** F2 without the layout's fingerprint, for consumers that refuse members they do not know. */
        F3
    }

    /** The text, in the form F2; F3 where there is no fingerprint. */
    public String encode() {
        return encode(Form.F2);
    }

    /** The text in a form; F1 and F2 lack the fingerprint where there is none. */
    public String encode(Form form) {
        return SCHEME + ":"
                + switch (form) {
                    case F1 ->
                        Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(json(fingerprint).getBytes(StandardCharsets.UTF_8));
                    case F2 -> json(fingerprint);
                    case F3 -> json(null);
                };
    }

    private String json(@Nullable String shownFingerprint) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("family", family);
        if (shownFingerprint != null) {
            object.put("fingerprint", shownFingerprint);
        }
        object.put("mm_hash", hash.hex());
        object.put("modality", modality);
        object.put("payload", payload);
        object.put("raw_image_uri", rawImageUri);
        return CompactJson.write(object);
    }

    /**
     * Reads a reference.
     *
     * @throws RequestException {@code invalid_mm_image_ref}, naming the form or member that is wrong
     */
    public static MmRef decode(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || !text.substring(0, colon).equals(SCHEME) || colon == text.length() - 1) {
            throw refused("is not mmraw: and a body");
        }
        Map<?, ?> object = object(body(text.substring(colon + 1)));
        if (object.containsKey("raw_image_data") && !object.containsKey("raw_image_uri")) {
            throw refused("holds inline image data, which is not supported");
        }
        if (!(object.get("payload") instanceof Map<?, ?> payload)) {
            throw refused("lacks the map payload");
        }
        Map<String, Object> named = new LinkedHashMap<>();
        payload.forEach((key, value) -> named.put((String) key, value));
        return new MmRef(
                required(object, "family"),
                object.containsKey("fingerprint") ? required(object, "fingerprint") : null,
                new MmHash(required(object, "mm_hash")),
                required(object, "modality"),
                named,
                required(object, "raw_image_uri"));
    }

    private static String body(String body) {
        if (body.startsWith("{")) {
            return body;
        }
        if (body.startsWith("v2:") || body.startsWith("v3:")) {
            throw refused("has the form " + body.substring(0, 2) + ", which is no longer supported");
        }
        if (!BASE64_URL.matcher(body).matches()) {
            throw refused("is neither JSON nor base64url");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getUrlDecoder().decode(body)))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw refused("is no base64url of UTF-8");
        }
    }

    private static Map<?, ?> object(String json) {
        try {
            if (JSON.readTree(json) instanceof tools.jackson.databind.node.ObjectNode node) {
                return JSON.treeToValue(node, Map.class);
            }
        } catch (JacksonException e) {
            throw refused("holds no valid JSON");
        }
        throw refused("holds no JSON object");
    }

    /** JSON's text has no infinity, but a reader makes one of 1e999. */
    private static void requireFinite(@Nullable Object value) {
        switch (value) {
            case Map<?, ?> map -> map.values().forEach(MmRef::requireFinite);
            case Iterable<?> list -> list.forEach(MmRef::requireFinite);
            case Double number when !Double.isFinite(number) -> throw refused("holds a number that JSON does not have");
            case null, default -> {
                // everything else has a text
            }
        }
    }

    private static String required(Map<?, ?> object, String field) {
        if (object.get(field) instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw refused("lacks the text " + field);
    }

    private static void requireName(String field, String value) {
        if (!NAME.matcher(value).matches()) {
            throw refused("has a " + field + " that breaks its syntax");
        }
    }

    private static RequestException refused(String what) {
        return new RequestException(
                ErrorCode.INVALID_MM_IMAGE_REF, "an image reference " + what, "send mmraw: with its six members");
    }
}

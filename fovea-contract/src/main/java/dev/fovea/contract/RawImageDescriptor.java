package dev.fovea.contract;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What stands for an image everywhere between ingress and pixels ({@code prime_raw_mm_item}).
 *
 * <p>The members stay as they came, in their order and with those that this version does not know: whoever packs what another
 * renderer described must pass on the same bytes.
 *
 * @param members {@code kind}, {@code family}, {@code payload} and {@code raw_image_uri} at least; JSON values only
 */
public record RawImageDescriptor(Map<String, @Nullable Object> members) {

    public static final String KIND = "prime_raw_mm_item";
    public static final String MODALITY = "image";

    /** An extra that carries the digest of the pixels that the engine used, where the engine tells it. */
    public static final String ENGINE_PIXELS = "engine_pixel_sha256";

    /** An extra that carries the offset at which the prompt had the image, so that two images cannot change places unseen. */
    public static final String PROMPT_OFFSET = "prompt_offset";

    /**
     * An extra that carries what the engine received and sampled around the image: a list of {@code [tokens, sha256]}, each over so
     * many tokens from the sample's start, 4 bytes each, little endian.
     */
    public static final String ENGINE_TOKENS = "engine_tokens";

    private static final Set<String> KNOWN =
            Set.of("kind", "modality", "family", "layout_fingerprint", "payload", "vllm_modality", "raw_image_uri");

    /** Processed payloads never travel as references. */
    private static final Set<String> PROCESSED = Set.of("pixel_values", "image_embeds", "image_features", "__nd__");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final Pattern FINGERPRINT = Pattern.compile("[a-f0-9]{16,64}");

    /**
     * Takes a descriptor as it was read.
     *
     * @throws RequestException where a member is missing or wrong, or where the map carries pixels at any depth
     */
    public RawImageDescriptor {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        refuseProcessed(members);
        if (!KIND.equals(members.get("kind"))) {
            throw refused("kind", "is not " + KIND);
        }
        Object modality = members.get("modality");
        if (modality != null && !MODALITY.equals(modality)) {
            throw new RequestException(
                    ErrorCode.UNSUPPORTED_MODALITY, "descriptor of another modality than image", "send images only");
        }
        if (!(members.get("payload") instanceof Map<?, ?>)) {
            throw refused("payload", "is no map");
        }
        if (!NAME.matcher(required(members, "family")).matches()) {
            throw refused("family", "holds other characters than letters, digits, '_', '.' and '-'");
        }
        String fingerprint = optional(members, "layout_fingerprint");
        if (fingerprint != null && !FINGERPRINT.matcher(fingerprint).matches()) {
            throw refused("layout_fingerprint", "is not 16 to 64 lower-case hexadecimal digits");
        }
        if (required(members, "raw_image_uri").isEmpty()) {
            throw refused("raw_image_uri", "is empty");
        }
        optional(members, "vllm_modality");
    }

    /**
     * A descriptor with its members in the order of the contract's table.
     *
     * @param family who lays the image out, for example {@code qwen_vl}
     * @param layoutFingerprint 16 to 64 hexadecimal digits over the layout settings; absent in the newest form of the contract
     * @param payload the family's own map, for example the grid
     * @param vllmModality another name for the modality on the engine's wire, where the family has one
     * @param rawImageUri where the file stands; the only locator
     * @param extras members beyond the table
     */
    public RawImageDescriptor(
            String family,
            @Nullable String layoutFingerprint,
            Map<String, Object> payload,
            @Nullable String vllmModality,
            String rawImageUri,
            Map<String, Object> extras) {
        this(table(family, layoutFingerprint, payload, vllmModality, rawImageUri, extras));
    }

    /**
     * A descriptor of a map that some reader made.
     *
     * @throws RequestException where it is none
     */
    public static RawImageDescriptor of(Map<?, ?> map) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (!(key instanceof String name)) {
                throw refused("a key", "is no text");
            }
            members.put(name, value);
        });
        return new RawImageDescriptor(members);
    }

    private static Map<String, @Nullable Object> table(
            String family,
            @Nullable String layoutFingerprint,
            Map<String, Object> payload,
            @Nullable String vllmModality,
            String rawImageUri,
            Map<String, Object> extras) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("kind", KIND);
        map.put("modality", MODALITY);
        map.put("family", family);
        if (layoutFingerprint != null) {
            map.put("layout_fingerprint", layoutFingerprint);
        }
        map.put("payload", Collections.unmodifiableMap(new LinkedHashMap<>(payload)));
        if (vllmModality != null) {
            map.put("vllm_modality", vllmModality);
        }
        map.put("raw_image_uri", rawImageUri);
        map.putAll(extras);
        return map;
    }

    private static void refuseProcessed(@Nullable Object value) {
        switch (value) {
            case Map<?, ?> map ->
                map.forEach((key, inner) -> {
                    if (!(key instanceof String name)) {
                        throw refused("a key", "is no text");
                    }
                    if (PROCESSED.contains(name)) {
                        throw refused(name, "is a processed payload; only references travel");
                    }
                    refuseProcessed(inner);
                });
            case Iterable<?> list -> list.forEach(RawImageDescriptor::refuseProcessed);
            case Double number
            when !Double.isFinite(number) -> throw refused("a member", "is a number that JSON does not have");
            case null, default -> {
                // scalars hold no payload
            }
        }
    }

    private static String required(Map<String, @Nullable Object> members, String field) {
        String text = optional(members, field);
        if (text == null) {
            throw refused(field, "is missing");
        }
        return text;
    }

    private static @Nullable String optional(Map<String, @Nullable Object> members, String field) {
        return switch (members.get(field)) {
            case null -> null;
            case String text -> text;
            default -> throw refused(field, "is no text");
        };
    }

    private static RequestException refused(String field, String fault) {
        return new RequestException(
                ErrorCode.INVALID_MM_IMAGE_REF, "descriptor: " + field + " " + fault, "send a raw image descriptor");
    }

    /** Who lays the image out. */
    public String family() {
        return required(members, "family");
    }

    /** The fingerprint of the settings that laid the image out, where the descriptor carries one. */
    public @Nullable String layoutFingerprint() {
        return optional(members, "layout_fingerprint");
    }

    /** The family's own map. */
    public Map<String, Object> payload() {
        Map<String, Object> payload = new LinkedHashMap<>();
        if (members.get("payload") instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (value != null) {
                    payload.put((String) name, value);
                }
            });
        }
        return payload;
    }

    /** Another name for the modality on the engine's wire; null where the family has none. */
    public @Nullable String vllmModality() {
        String name = optional(members, "vllm_modality");
        return name == null || name.isEmpty() ? null : name;
    }

    /** Where the file stands. */
    public String rawImageUri() {
        return required(members, "raw_image_uri");
    }

    /** Members beyond the contract's table. */
    public Map<String, Object> extras() {
        Map<String, Object> extras = new LinkedHashMap<>();
        members.forEach((name, value) -> {
            if (value != null && !KNOWN.contains(name)) {
                extras.put(name, value);
            }
        });
        return extras;
    }

    /** One member beyond the table; null where it is not there. */
    public @Nullable Object extra(String name) {
        return KNOWN.contains(name) ? null : members.get(name);
    }

    /** The modality under which an engine files this image. */
    public String featureModality() {
        String name = vllmModality();
        return name == null ? MODALITY : name;
    }

    /** The same descriptor with one more member that readers of the contract skip. */
    public RawImageDescriptor withExtra(String name, Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new RawImageDescriptor(more);
    }
}

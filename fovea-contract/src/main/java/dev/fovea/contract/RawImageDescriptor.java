package dev.fovea.contract;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What stands for an image everywhere between ingress and pixels ({@code prime_raw_mm_item}).
 *
 * @param family who lays the image out, for example {@code qwen_vl}
 * @param layoutFingerprint 16 to 64 hexadecimal digits over the layout settings; absent in the newest form of the contract
 * @param payload the family's own map, for example the grid; JSON values only
 * @param vllmModality another name for the modality on the engine's wire, where the family has one
 * @param rawImageUri where the file stands; the only locator
 * @param extras members this version does not know, kept as they came
 */
public record RawImageDescriptor(
        String family,
        @Nullable String layoutFingerprint,
        Map<String, Object> payload,
        @Nullable String vllmModality,
        String rawImageUri,
        Map<String, Object> extras) {

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

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final Pattern FINGERPRINT = Pattern.compile("[a-f0-9]{16,64}");

    public RawImageDescriptor {
        if (!NAME.matcher(family).matches()) {
            throw refused("family", "letters, digits, '_', '.' and '-'");
        }
        if (layoutFingerprint != null && !FINGERPRINT.matcher(layoutFingerprint).matches()) {
            throw refused("layout_fingerprint", "16 to 64 lower-case hexadecimal digits");
        }
        if (rawImageUri.isEmpty()) {
            throw refused("raw_image_uri", "the URI of a file");
        }
        payload = Collections.unmodifiableMap(new LinkedHashMap<>(payload));
        extras = Collections.unmodifiableMap(new LinkedHashMap<>(extras));
    }

    private static RequestException refused(String field, String wanted) {
        return new RequestException(
                ErrorCode.INVALID_MM_IMAGE_REF,
                "descriptor field " + field + " breaks its syntax",
                "it holds " + wanted);
    }

    /** The modality under which an engine files this image. */
    public String featureModality() {
        return vllmModality == null ? MODALITY : vllmModality;
    }

    /** The same descriptor with one more member that readers of the contract skip. */
    public RawImageDescriptor withExtra(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(extras);
        more.put(name, value);
        return new RawImageDescriptor(family, layoutFingerprint, payload, vllmModality, rawImageUri, more);
    }
}

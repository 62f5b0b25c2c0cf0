package dev.fovea.training.feed;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a descriptor tells beyond the field's members, to be proven. Who does not tell proves nothing; what is there in another form
 * than ours is refused, because a proof that is passed over in silence is none.
 */
final class ImageFacts {

    /**
     * What the engine received and sampled.
     *
     * @param tokens from the sample's first one on
     * @param sha256 of these tokens
     */
    record EngineTokens(long tokens, String sha256) {}

    private ImageFacts() {}

    /** Where an image stood in its prompt. */
    static OptionalLong promptOffset(ImageRef image) {
        Object offset = image.item().extra(RawImageDescriptor.PROMPT_OFFSET);
        return offset == null
                ? OptionalLong.empty()
                : OptionalLong.of(count(offset, image, RawImageDescriptor.PROMPT_OFFSET));
    }

    /** One entry a turn. */
    static List<EngineTokens> engineTokens(ImageRef image) {
        return switch (image.item().extra(RawImageDescriptor.ENGINE_TOKENS)) {
            case null -> List.of();
            case List<?> turns ->
                turns.stream().map(turn -> engineTokens(turn, image)).toList();
            default -> throw refused(image, RawImageDescriptor.ENGINE_TOKENS);
        };
    }

    private static EngineTokens engineTokens(@Nullable Object turn, ImageRef image) {
        if (turn instanceof List<?> pair && pair.size() == 2 && pair.get(1) instanceof String sha256) {
            return new EngineTokens(count(pair.get(0), image, RawImageDescriptor.ENGINE_TOKENS), sha256);
        }
        throw refused(image, RawImageDescriptor.ENGINE_TOKENS);
    }

    /** SHA-256 of the pixels that the engine used, where it told. */
    static Optional<String> enginePixels(ImageRef image) {
        return switch (image.item().extra(RawImageDescriptor.ENGINE_PIXELS)) {
            case null -> Optional.empty();
            case String sha256 -> Optional.of(sha256);
            default -> throw refused(image, RawImageDescriptor.ENGINE_PIXELS);
        };
    }

    private static long count(@Nullable Object value, ImageRef image, String member) {
        if ((value instanceof Integer || value instanceof Long) && ((Number) value).longValue() >= 0) {
            return ((Number) value).longValue();
        }
        throw refused(image, member);
    }

    private static RequestException refused(ImageRef image, String member) {
        return new RequestException(
                ErrorCode.INVALID_MM_IMAGE_REF,
                "the descriptor of " + image.item().rawImageUri() + " has a member " + member + " of another form",
                "leave the member out, or keep it as it was written");
    }
}

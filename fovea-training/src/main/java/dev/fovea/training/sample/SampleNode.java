package dev.fovea.training.sample;

import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.trace.MessageNode;
import dev.fovea.trace.Origin;
import dev.fovea.trace.TokensDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message as samples see it.
 *
 * @param id tells it from the trace's other messages; branches that share it share the id
 * @param role {@code system}, {@code user}, {@code assistant} or {@code tool}
 * @param mask one a token: true where a policy sampled it or should learn to; nowhere in an {@link Origin#INPUT}
 * @param content one a token: true for the message's own text; null where nobody told, and then all of it counts
 * @param logprobs one a true of the mask where it was sampled, none otherwise
 * @param images offsets count from the start of the branch
 * @param experts one row a token; null where none were kept
 * @param received digest of what the engine received and sampled up to and with this message; null where it did not tell
 */
public record SampleNode(
        int id,
        String role,
        Origin origin,
        TokenIds ids,
        TokenMask mask,
        @Nullable TokenMask content,
        TokenValues logprobs,
        List<SidecarImage> images,
        @Nullable RoutedExperts experts,
        @Nullable TokensDigest received) {

    /**
     * Checks what another recorder may have got wrong.
     *
     * @throws RequestException where lists differ in length or what was not sampled is marked to be trained
     */
    public SampleNode {
        images = List.copyOf(images);
        if (mask.size() != ids.size()) {
            throw refused(id, "has a mask of " + mask.size() + " for " + ids.size() + " tokens");
        }
        int marked = mask.count();
        if (origin == Origin.INPUT && marked > 0) {
            throw refused(id, "was not sampled and marks " + marked + " tokens to be trained");
        }
        int expected = origin == Origin.SAMPLED ? marked : 0;
        if (logprobs.size() != expected) {
            throw refused(id, "has " + logprobs.size() + " logprobs for " + expected + " sampled tokens");
        }
        content = content != null && content.size() != ids.size() ? null : content;
    }

    private static RequestException refused(int id, String what) {
        return new RequestException(
                ErrorCode.INVALID_REQUEST, "message " + id + " " + what, "this rollout must not be trained");
    }

    /** A message of a trace of ours. */
    public static SampleNode of(int id, MessageNode node) {
        return new SampleNode(
                id,
                node.message().role(),
                node.origin(),
                node.ids(),
                node.mask(),
                node.content(),
                node.logprobs(),
                node.images(),
                null,
                node.received());
    }

    /** Log-probabilities one a token, 0 where nothing was sampled. */
    TokenValues spreadLogprobs() {
        return origin == Origin.SAMPLED ? TokenValues.spread(mask, logprobs) : TokenValues.filled(ids.size(), 0.0);
    }
}

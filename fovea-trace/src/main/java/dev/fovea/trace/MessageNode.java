package dev.fovea.trace;

import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightSpans;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of the graph with the tokens that it added.
 *
 * @param parent index of the node before, {@link #ROOT} for a first message
 * @param ids the tokens it added, the template's scaffold before it included
 * @param mask one a token: true where a policy sampled it or should learn to
 * @param content one a token: true for the message's own text and pads, false for scaffold
 * @param logprobs one a true of {@code mask}; empty where nothing was sampled
 * @param images the images it brought; offsets count from the start of the prompt
 * @param weights what sampled which of its sampled tokens, counted from the first; null where nothing was
 * @param received digest of everything that the engine received and sampled up to and with this node; null where nothing was
 *     sampled
 */
public record MessageNode(
        int parent,
        RecordedMessage message,
        Origin origin,
        Instant time,
        TokenIds ids,
        TokenMask mask,
        TokenMask content,
        TokenValues logprobs,
        List<SidecarImage> images,
        @Nullable WeightSpans weights,
        @Nullable TokensDigest received) {

    /** Parent of a first message. */
    public static final int ROOT = -1;

    public MessageNode {
        images = List.copyOf(images);
        if (mask.size() != ids.size() || content.size() != ids.size()) {
            throw new IllegalArgumentException("masks do not cover the node's " + ids.size() + " tokens");
        }
        int trained = mask.count();
        if (logprobs.size() != (origin == Origin.SAMPLED ? trained : 0)) {
            throw new IllegalArgumentException(
                    logprobs.size() + " logprobs for " + trained + " sampled tokens of origin " + origin);
        }
        if ((trained == 0) != (origin == Origin.INPUT)) {
            throw new IllegalArgumentException(trained + " trained tokens in a message of origin " + origin);
        }
        if (origin == Origin.SAMPLED
                && mask.slice(ids.size() - trained, ids.size()).count() != trained) {
            throw new IllegalArgumentException("sampled tokens stand before others of their message");
        }
        if (weights != null && weights.tokens() != trained) {
            throw new IllegalArgumentException(
                    "weights of " + weights.tokens() + " tokens for " + trained + " sampled ones");
        }
        for (double logprob : logprobs.toArray()) {
            if (!Double.isFinite(logprob)) {
                throw new IllegalArgumentException("a log-probability of " + logprob);
            }
        }
    }
}

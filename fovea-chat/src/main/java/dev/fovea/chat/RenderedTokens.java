package dev.fovea.chat;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenMask;
import java.util.Arrays;
import java.util.List;

/**
 * Token ids with the origin of each.
 *
 * @param ids the tokens, expanded
 * @param attribution where each comes from
 * @param images in prompt order, offsets into {@code ids}
 * @param labels one for each message that was rendered
 */
public record RenderedTokens(
        ExpandedIds ids, Attribution attribution, MultiModalData images, List<MessageLabel> labels) {

    /** Index of tokens that belong to no message. */
    public static final int SCAFFOLD = -1;

    public RenderedTokens {
        labels = List.copyOf(labels);
        if (attribution.size() != ids.size()) {
            throw new IllegalArgumentException("attribution does not cover " + ids.size() + " tokens");
        }
    }

    /** One a token: index of the caller's message, or {@link #SCAFFOLD}. Written out on each call. */
    public List<Integer> messageIndices() {
        return Arrays.stream(attribution.messageIndices()).boxed().toList();
    }

    /** One a token: true for what a model said or would have to say (an assistant's body and its closing token). */
    public TokenMask sampled() {
        return attribution.sampled();
    }

    /** One a token: true for the caller's or model's own text and for image pads, false for the template's. */
    public TokenMask content() {
        return attribution.content();
    }
}

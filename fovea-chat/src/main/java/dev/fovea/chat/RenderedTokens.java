package dev.fovea.chat;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenMask;
import java.util.List;

/**
 * Token ids with the origin of each.
 *
 * @param ids the tokens, expanded
 * @param messageIndices one a token: index of the caller's message, or {@link #SCAFFOLD} for what belongs to none
 * @param sampled one a token: true for what a model said or would have to say (an assistant's body and its closing token)
 * @param content one a token: true for the caller's or model's own text and for image pads, false for the template's
 * @param images in prompt order, offsets into {@code ids}
 */
public record RenderedTokens(
        ExpandedIds ids, List<Integer> messageIndices, TokenMask sampled, TokenMask content, MultiModalData images) {

    /** Index of tokens that belong to no message. */
    public static final int SCAFFOLD = -1;

    public RenderedTokens {
        messageIndices = List.copyOf(messageIndices);
        if (messageIndices.size() != ids.size() || sampled.size() != ids.size() || content.size() != ids.size()) {
            throw new IllegalArgumentException("attribution does not cover " + ids.size() + " tokens");
        }
    }
}

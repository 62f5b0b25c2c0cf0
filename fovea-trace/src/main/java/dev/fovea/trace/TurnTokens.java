package dev.fovea.trace;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightSpans;
import java.util.List;

/**
 * The tokens of one turn.
 *
 * @param prompt the whole prompt
 * @param messageEnds for each message of the prompt, the index after its last token; a message begins where the one before ends,
 *     and what follows the last is the generation prompt. Values of messages that the prefix covers are not looked at
 * @param content one a prompt token: true for messages' own text and pads; tokens of the prefix are not looked at
 * @param images of the whole prompt
 * @param completion sampled ids, at least one
 * @param logprobs one a sampled id
 * @param weights what sampled which of them
 * @param received digest of what the engine says that it received and sampled
 */
public record TurnTokens(
        ExpandedIds prompt,
        List<Integer> messageEnds,
        TokenMask content,
        MultiModalData images,
        TokenIds completion,
        TokenValues logprobs,
        WeightSpans weights,
        TokensDigest received) {

    public TurnTokens {
        messageEnds = List.copyOf(messageEnds);
    }
}

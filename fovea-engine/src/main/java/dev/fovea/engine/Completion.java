package dev.fovea.engine;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightSpans;
import dev.fovea.contract.WeightVersion;

/**
 * What was sampled.
 *
 * @param ids the sampled ids, the stop token included
 * @param logprobs one a sampled id: its log-probability under the distribution that it was drawn from, temperature applied;
 *     of the untempered distribution when greedy
 * @param weightSpans which weights sampled which of them
 * @param echo what the engine says that it was given
 */
public record Completion(
        TokenIds ids, TokenValues logprobs, FinishReason finishReason, WeightSpans weightSpans, PromptEcho echo) {

    /** A completion that one version sampled. */
    public Completion(
            TokenIds ids, TokenValues logprobs, FinishReason finishReason, WeightVersion weights, PromptEcho echo) {
        // an answer without tokens is refused wherever it is proven; until then it is of the version that was asked
        this(ids, logprobs, finishReason, WeightSpans.of(weights, Math.max(1, ids.size())), echo);
    }

    /** The oldest weights that sampled any of it. */
    public WeightVersion weights() {
        return weightSpans.oldest();
    }
}

package dev.fovea.engine;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightVersion;

/**
 * What was sampled.
 *
 * @param ids the sampled ids, the stop token included
 * @param logprobs one a sampled id: its log-probability under the distribution that it was drawn from, temperature applied;
 *     of the untempered distribution when greedy
 * @param weights the weights that sampled all of it
 * @param echo what the engine says that it was given
 */
public record Completion(
        TokenIds ids, TokenValues logprobs, FinishReason finishReason, WeightVersion weights, PromptEcho echo) {}

package dev.fovea.engine;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How to sample.
 *
 * @param temperature 0 is greedy
 * @param topP above 0, at most 1
 * @param maxTokens at least 1, the stop token included
 * @param seed makes the draws of this request repeatable for equal probabilities
 * @param bannedIds are never sampled; log-probabilities are those of the distribution without them, which is not the model's own
 */
public record SamplingParameters(
        double temperature, double topP, int maxTokens, OptionalLong seed, Set<Integer> bannedIds) {

    public SamplingParameters {
        require(temperature >= 0 && Double.isFinite(temperature), "temperature", "a number of at least 0");
        require(topP > 0 && topP <= 1, "top_p", "above 0 and at most 1");
        require(maxTokens >= 1, "max_tokens", "at least 1");
        bannedIds = Set.copyOf(bannedIds);
    }

    /** Parameters that ban nothing. */
    public SamplingParameters(double temperature, double topP, int maxTokens, OptionalLong seed) {
        this(temperature, topP, maxTokens, seed, Set.of());
    }

    /** The same, with ids that are never sampled. */
    public SamplingParameters withBannedIds(Set<Integer> ids) {
        return new SamplingParameters(temperature, topP, maxTokens, seed, ids);
    }

    private static void require(boolean holds, String name, String wanted) {
        if (!holds) {
            throw new RequestException(ErrorCode.INVALID_REQUEST, name + " is out of range", "give " + wanted);
        }
    }
}

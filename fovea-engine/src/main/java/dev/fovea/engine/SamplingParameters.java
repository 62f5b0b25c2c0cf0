package dev.fovea.engine;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.OptionalLong;

/**
 * How to sample.
 *
 * @param temperature 0 is greedy
 * @param topP above 0, at most 1
 * @param maxTokens at least 1, the stop token included
 * @param seed makes the draws of this request repeatable for equal probabilities
 */
public record SamplingParameters(double temperature, double topP, int maxTokens, OptionalLong seed) {

    public SamplingParameters {
        require(temperature >= 0 && Double.isFinite(temperature), "temperature", "a number of at least 0");
        require(topP > 0 && topP <= 1, "top_p", "above 0 and at most 1");
        require(maxTokens >= 1, "max_tokens", "at least 1");
    }

    private static void require(boolean holds, String name, String wanted) {
        if (!holds) {
            throw new RequestException(ErrorCode.INVALID_REQUEST, name + " is out of range", "give " + wanted);
        }
    }
}

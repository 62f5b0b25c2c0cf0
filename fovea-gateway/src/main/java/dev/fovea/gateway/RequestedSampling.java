package dev.fovea.gateway;

import dev.fovea.engine.SamplingParameters;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What somebody asks of sampling; what is empty is left to others.
 *
 * @param seed of the whole rollout, or of one request
 */
record RequestedSampling(OptionalDouble temperature, OptionalDouble topP, OptionalInt maxTokens, OptionalLong seed) {

    private static final double DEFAULT_TEMPERATURE = 1.0;

    /** Spreads a rollout's seed over its turns; any odd constant with many bits does. */
    private static final long TURN_STRIDE = 0x9E3779B97F4A7C15L;

    RequestedSampling {
        // whoever's wish wins in the end, one that no sampler can meet is refused where it was made
        var unused = new SamplingParameters(
                temperature.orElse(DEFAULT_TEMPERATURE), topP.orElse(1.0), maxTokens.orElse(1), seed);
    }

    /** These where they are set, the others where not. */
    RequestedSampling orElse(RequestedSampling others) {
        return new RequestedSampling(
                temperature.isPresent() ? temperature : others.temperature,
                topP.isPresent() ? topP : others.topP,
                maxTokens.isPresent() ? maxTokens : others.maxTokens,
                seed.isPresent() ? seed : others.seed);
    }

    /** The same with a temperature: 1 where none was asked for. */
    RequestedSampling withTemperature() {
        return new RequestedSampling(OptionalDouble.of(temperature.orElse(DEFAULT_TEMPERATURE)), topP, maxTokens, seed);
    }

    /**
     * The parameters of one turn.
     *
     * @param room tokens that the context has left
     */
    SamplingParameters parameters(int turn, int room) {
        OptionalLong turnSeed = seed.isPresent() ? OptionalLong.of(seed.getAsLong() + TURN_STRIDE * turn) : seed;
        return new SamplingParameters(
                temperature.orElse(DEFAULT_TEMPERATURE),
                topP.orElse(1.0),
                Math.min(maxTokens.orElse(room), room),
                turnSeed);
    }
}

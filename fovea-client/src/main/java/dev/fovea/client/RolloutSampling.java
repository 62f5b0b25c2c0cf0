package dev.fovea.client;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The sampling of a rollout; it overrides what the agent's program asks for.
 *
 * @param temperature 0 is greedy
 * @param maxTokens longest completion of a turn; empty leaves it to the program
 * @param seed makes the rollout's draws repeatable
 */
public record RolloutSampling(double temperature, OptionalInt maxTokens, OptionalLong seed) {}

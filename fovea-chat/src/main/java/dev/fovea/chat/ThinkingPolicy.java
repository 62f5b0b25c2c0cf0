package dev.fovea.chat;

import org.jspecify.annotations.Nullable;

/**
 * What a renderer does with reasoning, its settings resolved.
 *
 * @param enabled whether generation prompts ask for reasoning; null where the template has no such switch
 * @param retention how long it stays
 */
public record ThinkingPolicy(@Nullable Boolean enabled, ThinkingRetention retention) {}

package dev.fovea.vision;

/**
 * What a materialiser did so far.
 *
 * @param hits requests whose pixels were there or being made
 * @param misses requests that made pixels
 * @param madeBytes bytes of patches that were made
 */
public record MaterializerCounters(long hits, long misses, long madeBytes) {}

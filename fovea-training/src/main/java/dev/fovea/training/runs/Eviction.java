package dev.fovea.training.runs;

/**
 * A run that is put out.
 *
 * @param slot its adapter slot, free from now on
 * @param reason for its owner, in one clause
 */
public record Eviction(int slot, String run, String reason) {}

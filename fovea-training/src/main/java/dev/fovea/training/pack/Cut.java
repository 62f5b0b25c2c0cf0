package dev.fovea.training.pack;

/**
 * What is left of a sample.
 *
 * @param tokens from its start
 * @param images of them
 */
record Cut(int tokens, int images) {}

package dev.fovea.contract;

/**
 * What a model's forward pass is given when a batch holds images.
 *
 * @param passPositionIdsWithImages whether the batch's one-axis positions go in; where not, the model numbers three axes itself
 * @param requiresTokenTypeIds whether the token types (0 text, 1 image) must go in
 */
public record ForwardPolicy(boolean passPositionIdsWithImages, boolean requiresTokenTypeIds) {}

package dev.fovea.vision;

import dev.fovea.assets.VerifiedBytes;
import dev.fovea.contract.ImageLayout;

/**
 * What a reference promised, found to hold.
 *
 * @param file the bytes that were referenced
 * @param layout the promised one
 */
public record ProvenImage(VerifiedBytes file, ImageLayout layout) {}

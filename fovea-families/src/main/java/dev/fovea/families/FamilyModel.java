package dev.fovea.families;

import dev.fovea.chat.Renderer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.contract.PositionScheme;
import dev.fovea.vision.ImageProcessor;

/**
 * A checkpoint as its family reads it. Immutable and thread safe.
 *
 * @param family the family's name
 * @param tokenizer text to ids
 * @param renderer messages to ids and back
 * @param imageProcessor images to layouts and pixels
 * @param positionScheme how positions are numbered where images stand
 * @param visionTokens ids that mark images
 * @param forwardPolicy what a forward pass is given
 */
public record FamilyModel(
        String family,
        Tokenizer tokenizer,
        Renderer renderer,
        ImageProcessor imageProcessor,
        PositionScheme positionScheme,
        VisionTokens visionTokens,
        ForwardPolicy forwardPolicy) {}

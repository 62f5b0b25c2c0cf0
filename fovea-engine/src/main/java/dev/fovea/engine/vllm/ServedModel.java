package dev.fovea.engine.vllm;

import dev.fovea.contract.TokenIds;
import dev.fovea.vision.ImageProcessor;

/**
 * What must be known of a model to ask a server for it.
 *
 * @param name the model's name in requests
 * @param processor lays images out and makes their pixels, as the checkpoint says
 * @param imagePad fills an image's place
 * @param beforeImage ids that stand in front of an image's pads
 * @param afterImage ids that stand behind them
 * @param vocabulary every id is below it
 */
public record ServedModel(
        String name,
        ImageProcessor processor,
        int imagePad,
        TokenIds beforeImage,
        TokenIds afterImage,
        int vocabulary) {

    /** The id directly in front of an image's pads. */
    int start() {
        return beforeImage.get(beforeImage.size() - 1);
    }

    /** The id directly behind them. */
    int end() {
        return afterImage.get(0);
    }
}

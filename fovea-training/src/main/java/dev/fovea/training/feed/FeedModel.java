package dev.fovea.training.feed;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.vision.ImageProcessor;

/**
 * What the trained model is to its feed.
 *
 * @param name of its family, for example {@code qwen3-vl}
 * @param processor lays images out; its engine item names the tensors of pixels and grids, since trainers' models take the same names
 * @param positions how its positions are numbered
 * @param policy what its forward pass is given
 */
public record FeedModel(String name, ImageProcessor processor, PositionScheme positions, ForwardPolicy policy) {

    /** Names and axes of the tensors of pixels and grids. */
    public EngineItemSchema tensors() {
        return processor.engineItem();
    }

    /**
     * The grid that a reference promises, before its file is read.
     *
     * @throws RequestException {@code unknown_family}, {@code invalid_mm_image_ref}
     */
    GridThw promisedGrid(ImageRef image) {
        if (!image.item().family().equals(processor.family())) {
            throw new RequestException(
                    ErrorCode.UNKNOWN_FAMILY,
                    "an image of family " + image.item().family() + " in a row for " + name + ", which takes "
                            + processor.family(),
                    "train it with the model that it was rendered for");
        }
        return processor.grid(image.item().payload());
    }
}

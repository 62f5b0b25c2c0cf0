package dev.fovea.training.feed;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.Positions;
import dev.fovea.vision.PixelPatches;
import java.util.List;

/**
 * A micro-batch with everything that a forward pass needs.
 *
 * @param rows the packed row as it came over the transport
 * @param positions of the packed row; they restart in every segment
 * @param images pixels of {@code rows.images()}, one entry a reference, in row order; references to one file share one object
 */
public record TrainerBatch(MicroBatch rows, Positions positions, List<PixelPatches> images) {

    public TrainerBatch {
        images = List.copyOf(images);
        if (images.size() != rows.images().size()) {
            throw new IllegalArgumentException(
                    images.size() + " pixels for " + rows.images().size() + " references");
        }
    }
}

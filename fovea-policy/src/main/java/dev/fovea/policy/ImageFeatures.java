package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import dev.fovea.contract.PixelDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The tokens of several images, all levels in one array so that one gradient goes back through the tower.
 *
 * @param stacked {@code [(1 + deepstack levels) x tokens, hidden]}: what replaces the embeddings, then each level's additions
 * @param tokens of all images together
 * @param firstRows of each image, within a level
 */
record ImageFeatures(NDArray stacked, int tokens, Map<PixelDigest, Integer> firstRows) {

    /** {@code [tokens, hidden]}: stands in place of the pads' embeddings. */
    NDArray embeddings() {
        return Ops.slice(stacked, 0, 0, tokens);
    }

    /** {@code [tokens, hidden]} for each of the first text layers. */
    List<NDArray> deepstack() {
        List<NDArray> levels = new ArrayList<>();
        for (long from = tokens; from < stacked.getShape().get(0); from += tokens) {
            levels.add(Ops.slice(stacked, 0, from, from + tokens));
        }
        return levels;
    }
}

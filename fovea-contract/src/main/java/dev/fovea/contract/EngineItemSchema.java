package dev.fovea.contract;

import java.util.List;

/**
 * How a family's image stands in an engine's {@code features}: one map of two tensors.
 *
 * @param modality the engine's name for it, for example {@code image}
 * @param pixelsKey key of the patches; their first axis counts patches
 * @param patchShape the axes behind it, for example {@code [1536]}
 * @param gridKey key of the grid, three 64-bit integers
 */
public record EngineItemSchema(String modality, String pixelsKey, List<Integer> patchShape, String gridKey) {

    public EngineItemSchema {
        patchShape = List.copyOf(patchShape);
    }

    /** Values of one patch. */
    public int patchWidth() {
        return patchShape.stream().reduce(1, Math::multiplyExact);
    }
}

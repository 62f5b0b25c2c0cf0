package dev.fovea.contract;

import java.util.List;

/** How a model family numbers the positions of one sequence that holds images. Implemented by families, used by engines and trainers. */
@FunctionalInterface
public interface PositionScheme {

    /** An image's pads and the grid behind them. */
    record PlacedGrid(PlaceholderRange range, GridThw grid) {}

    /**
     * Numbers one sequence.
     *
     * @param length tokens of the sequence
     * @param images in prompt order; every range lies inside the sequence and fits its grid
     */
    Positions positions(int length, List<PlacedGrid> images);
}

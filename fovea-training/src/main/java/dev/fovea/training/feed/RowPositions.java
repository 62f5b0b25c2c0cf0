package dev.fovea.training.feed;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.PositionScheme.PlacedGrid;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.List;

/** Positions of a packed row: each segment is numbered by itself, from 0 on. */
final class RowPositions {

    private RowPositions() {}

    /**
     * Numbers a row.
     *
     * @param grids of {@code row.images()}, in their order
     * @throws dev.fovea.contract.error.IdentityException {@code layout_mismatch} where an image's pads do not fit its grid
     */
    static Positions of(PositionScheme scheme, MicroBatch row, List<GridThw> grids) {
        int[] time = new int[row.size()];
        int[] height = new int[row.size()];
        int[] width = new int[row.size()];
        int start = 0;
        int image = 0;
        for (int length : row.sequenceLengths()) {
            List<PlacedGrid> placed = new ArrayList<>();
            while (image < grids.size() && row.images().get(image).placeholder().offset() < start + length) {
                placed.add(placed(row.images().get(image), grids.get(image), start));
                image++;
            }
            Positions segment = scheme.positions(length, placed);
            segment.time().copyTo(time, start);
            segment.height().copyTo(height, start);
            segment.width().copyTo(width, start);
            start += length;
        }
        return new Positions(TokenIds.of(time), TokenIds.of(height), TokenIds.of(width));
    }

    private static PlacedGrid placed(ImageRef image, GridThw grid, int segmentStart) {
        return new PlacedGrid(image.placeholder().shifted(-segmentStart), grid);
    }
}

package dev.fovea.training.feed;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.Positions;
import java.util.List;

/**
 * What is known of a batch before any file is read.
 *
 * @param row proven to be what was sampled
 * @param grids of its images, as promised
 * @param positions of its tokens
 * @param pixelBytes that its pixel tensor takes; 0 for text
 */
record RowPlan(MicroBatch row, List<GridThw> grids, Positions positions, long pixelBytes) {

    RowPlan {
        grids = List.copyOf(grids);
    }

    long patches() {
        return grids.stream().mapToLong(GridThw::patches).sum();
    }
}

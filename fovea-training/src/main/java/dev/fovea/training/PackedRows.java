package dev.fovea.training;

import dev.fovea.contract.MicroBatch;
import java.util.List;

/**
 * The outcome of packing.
 *
 * @param rows those with images first, each group in the order in which they were opened
 * @param truncatedSamples samples that lost a tail
 * @param truncatedImages images in those tails
 * @param refusedSamples samples that are in no row, for example because their leading image alone is longer than one
 */
public record PackedRows(List<MicroBatch> rows, int truncatedSamples, int truncatedImages, int refusedSamples) {

    public PackedRows {
        rows = List.copyOf(rows);
    }
}

package dev.fovea.training;

import dev.fovea.contract.MicroBatch;
import java.util.List;

/**
 * The outcome of packing.
 *
 * @param rows in the order in which they were opened
 * @param truncatedSamples samples that lost a tail
 * @param truncatedImages images in those tails
 * @param refusedSamples samples whose leading image alone is longer than a row
 */
public record PackedRows(List<MicroBatch> rows, int truncatedSamples, int truncatedImages, int refusedSamples) {

    public PackedRows {
        rows = List.copyOf(rows);
    }
}

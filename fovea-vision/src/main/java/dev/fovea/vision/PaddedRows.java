package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.util.Arrays;

/** A picture with black on its right and below. */
final class PaddedRows extends MadeRows {

    private final SampleRows source;

    PaddedRows(SampleRows source, ImageSize size) {
        super(size);
        this.source = source;
    }

    @Override
    void make(int from, int until, byte[] target, int to) {
        int seen = Math.min(until, source.size().height());
        if (from < seen) {
            source.require(from, seen);
        }
        for (int row = from; row < until; row++) {
            int at = to + (row - from) * stride();
            int copied = row < seen ? source.stride() : 0;
            if (copied > 0) {
                System.arraycopy(source.samples(), source.offset(row), target, at, copied);
            }
            Arrays.fill(target, at + copied, at + stride(), (byte) 0);
        }
    }
}

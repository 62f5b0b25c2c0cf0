package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** A picture with another height. */
final class DownRows extends MadeRows {

    private final SampleRows source;
    private final AxisWeights axis;
    private final SampleKernel kernel;

    DownRows(SampleRows source, AxisWeights axis, SampleKernel kernel) {
        super(new ImageSize(source.size().width(), axis.outputs()));
        this.source = source;
        this.axis = axis;
        this.kernel = kernel;
    }

    @Override
    void make(int from, int until, byte[] target, int to) {
        source.require(axis.start(from), axis.start(until - 1) + axis.length(until - 1));
        for (int row = from; row < until; row++) {
            kernel.down(
                    source.samples(),
                    source.offset(axis.start(row)),
                    stride(),
                    axis,
                    row,
                    target,
                    to + (row - from) * stride(),
                    stride());
        }
    }
}

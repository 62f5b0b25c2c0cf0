package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** A picture with another width. */
final class AcrossRows extends MadeRows {

    private final SampleRows source;
    private final AxisWeights axis;
    private final SampleKernel kernel;

    AcrossRows(SampleRows source, AxisWeights axis, SampleKernel kernel) {
        super(new ImageSize(axis.outputs(), source.size().height()));
        this.source = source;
        this.axis = axis;
        this.kernel = kernel;
    }

    @Override
    void make(int from, int until, byte[] target, int to) {
        source.require(from, until);
        kernel.across(source.samples(), source.offset(from), source.stride(), until - from, axis, target, to);
    }
}

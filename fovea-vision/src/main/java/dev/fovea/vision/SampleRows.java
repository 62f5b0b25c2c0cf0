package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/**
 * Rows of a picture, made as they are asked for from top to bottom, so that no step of a resize is ever stored as a whole. Not
 * thread safe.
 */
abstract class SampleRows {

    private final ImageSize size;

    SampleRows(ImageSize size) {
        this.size = size;
    }

    final ImageSize size() {
        return size;
    }

    /** Samples of a row. */
    final int stride() {
        return SampleKernel.CHANNELS * size.width();
    }

    /** Makes some rows available, {@code until} excluded; {@code from} never decreases, and what is above it is gone. */
    abstract void require(int from, int until);

    /** Where the required rows are; valid until the next call. */
    abstract byte[] samples();

    /** Index of a required row's first sample; its neighbours are one {@link #stride} away. */
    abstract int offset(int row);

    /** The rows of a picture, where they are. */
    static SampleRows of(RgbImage image) {
        return new SampleRows(image.size()) {
            @Override
            void require(int from, int until) {}

            @Override
            byte[] samples() {
                return image.samples();
            }

            @Override
            int offset(int row) {
                return row * stride();
            }
        };
    }
}

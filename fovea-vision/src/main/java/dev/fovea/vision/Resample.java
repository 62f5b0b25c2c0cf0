package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/**
 * A bicubic resize that equals one library's, bit for bit: two passes with 8-bit samples between them, hence their order shows. An
 * axis that keeps its size is not touched.
 */
public enum Resample {
    /** ATen's uint8 kernel with antialias, as torchvision calls it on a CPU: the default of current transformers. */
    ATEN_UINT8("aten-uint8", AxisWeights.Precision.ATEN) {
        @Override
        boolean isDownFirst(ImageSize from, ImageSize to) {
            return false;
        }
    },
    /** Pillow 12.2: down first only where a strip more than 100 times as high as wide gets lower. */
    PILLOW_12("pillow-12", AxisWeights.Precision.PILLOW) {
        @Override
        boolean isDownFirst(ImageSize from, ImageSize to) {
            return from.height() > 100L * from.width() && to.height() < from.height();
        }
    },
    /** Pillow 13: down first where the height shrinks, and by more than twice what the width shrinks. */
    PILLOW_13("pillow-13", AxisWeights.Precision.PILLOW) {
        @Override
        boolean isDownFirst(ImageSize from, ImageSize to) {
            long lower = (long) from.height() - to.height();
            long narrower = (long) from.width() - to.width();
            return lower > 0 && lower > 2 * narrower;
        }
    };

    /** Rows that are made at once where a whole picture is wanted. */
    private static final int BAND = 32;

    private final String id;
    private final AxisWeights.Precision precision;

    Resample(String id, AxisWeights.Precision precision) {
        this.id = id;
        this.precision = precision;
    }

    /** Names the kernel in processor fingerprints. */
    public String id() {
        return id;
    }

    /** The picture at another size; the same object where the size is the same. */
    public RgbImage resize(RgbImage image, ImageSize size) {
        return resize(image, size, KernelChoice.chosen());
    }

    abstract boolean isDownFirst(ImageSize from, ImageSize to);

    RgbImage resize(RgbImage image, ImageSize size, SampleKernel kernel) {
        if (image.size().equals(size)) {
            return image;
        }
        SampleRows rows = rows(image, size, kernel);
        byte[] samples = new byte[Math.toIntExact(SampleKernel.CHANNELS * size.pixels())];
        for (int row = 0; row < size.height(); row += BAND) {
            int until = Math.min(row + BAND, size.height());
            rows.require(row, until);
            System.arraycopy(
                    rows.samples(), rows.offset(row), samples, row * rows.stride(), (until - row) * rows.stride());
        }
        return new RgbImage(size, samples);
    }

    /** The resized picture, row by row. */
    SampleRows rows(RgbImage image, ImageSize size, SampleKernel kernel) {
        SampleRows source = SampleRows.of(image);
        return isDownFirst(image.size(), size)
                ? across(down(source, size.height(), kernel), size.width(), kernel)
                : down(across(source, size.width(), kernel), size.height(), kernel);
    }

    private SampleRows across(SampleRows source, int width, SampleKernel kernel) {
        int from = source.size().width();
        return from == width ? source : new AcrossRows(source, AxisWeights.of(from, width, precision), kernel);
    }

    private SampleRows down(SampleRows source, int height, SampleKernel kernel) {
        int from = source.size().height();
        return from == height ? source : new DownRows(source, AxisWeights.of(from, height, precision), kernel);
    }
}

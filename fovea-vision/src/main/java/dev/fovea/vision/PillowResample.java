package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** Pillow's 8-bit bicubic resample; its versions differ in which axis comes first, which shows since samples are rounded between. */
final class PillowResample {

    private PillowResample() {}

    /** Horizontal first, except where a strip more than 100 times as high as wide gets lower. */
    static RgbImage resizeAsVersion12(RgbImage image, ImageSize size) {
        ImageSize from = image.size();
        return from.height() > 100L * from.width() && size.height() < from.height()
                ? verticalFirst(image, size)
                : horizontalFirst(image, size);
    }

    /** Vertical first where the height shrinks, and by more than twice what the width shrinks. */
    static RgbImage resizeAsVersion13(RgbImage image, ImageSize size) {
        long lower = (long) image.size().height() - size.height();
        long narrower = (long) image.size().width() - size.width();
        return lower > 0 && lower > 2 * narrower ? verticalFirst(image, size) : horizontalFirst(image, size);
    }

    private static RgbImage horizontalFirst(RgbImage image, ImageSize size) {
        return Passes.horizontalFirst(image, size, AxisWeights.Precision.PILLOW);
    }

    private static RgbImage verticalFirst(RgbImage image, ImageSize size) {
        return Passes.verticalFirst(image, size, AxisWeights.Precision.PILLOW);
    }
}

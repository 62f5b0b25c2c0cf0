package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** ATen's uint8 bicubic with antialias: horizontal first for every shape, weights of 16 bits. */
final class AtenResample {

    private AtenResample() {}

    static RgbImage resize(RgbImage image, ImageSize size) {
        return Passes.horizontalFirst(image, size, AxisWeights.Precision.ATEN);
    }
}

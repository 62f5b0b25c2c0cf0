package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** A bicubic resize that equals one library's, bit for bit. An axis that keeps its size is not touched. */
public enum Resample {
    /** ATen's uint8 kernel with antialias, as torchvision calls it on a CPU: the default of current transformers. */
    ATEN_UINT8("aten-uint8") {
        @Override
        public RgbImage resize(RgbImage image, ImageSize size) {
            return AtenResample.resize(image, size);
        }
    },
    /** Pillow 12.2. */
    PILLOW_12("pillow-12") {
        @Override
        public RgbImage resize(RgbImage image, ImageSize size) {
            return PillowResample.resizeAsVersion12(image, size);
        }
    },
    /** Pillow 13, which resizes some shapes in the other order. */
    PILLOW_13("pillow-13") {
        @Override
        public RgbImage resize(RgbImage image, ImageSize size) {
            return PillowResample.resizeAsVersion13(image, size);
        }
    };

    private final String id;

    Resample(String id) {
        this.id = id;
    }

    /** Names the kernel in processor fingerprints. */
    public String id() {
        return id;
    }

    /** The picture at another size; the same object where the size is the same. */
    public abstract RgbImage resize(RgbImage image, ImageSize size);
}

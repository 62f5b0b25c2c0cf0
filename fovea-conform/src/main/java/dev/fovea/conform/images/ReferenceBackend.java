package dev.fovea.conform.images;

import dev.fovea.vision.PixelBackend;

/** The two arithmetics of the corpus. */
enum ReferenceBackend {
    PIL("pil", PixelBackend.PIL),
    TORCHVISION("torchvision", PixelBackend.TORCHVISION);

    private final String key;
    private final PixelBackend ours;

    ReferenceBackend(String key, PixelBackend ours) {
        this.key = key;
        this.ours = ours;
    }

    /** The backend that follows it. */
    PixelBackend ours() {
        return ours;
    }

    /** The name in records. */
    String key() {
        return key;
    }
}

package dev.fovea.assets;

/** Where images rest, each under the SHA-256 of its bytes, written once. Thread safe. */
public interface ImageStore {

    /** Starts to take an image in. The result belongs to one thread and must be closed. */
    ImageIngest begin(ImageMediaType type);

    /** What came in and what was written, since this store was opened. */
    StoreCounters counters();
}

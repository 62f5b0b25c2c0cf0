package dev.fovea.assets;

/** One image on its way into a store: write its bytes, then commit; closing without a commit leaves nothing behind. One thread. */
public interface ImageIngest extends ByteSink, AutoCloseable {

    /**
     * Takes the next bytes of the image.
     *
     * @throws dev.fovea.contract.error.RequestException {@code image_too_large}
     * @throws dev.fovea.contract.error.StorageException {@code storage_full} or {@code storage_failed}
     */
    @Override
    void write(byte[] bytes, int offset, int length);

    /**
     * Makes the image durable and gives its place. When this returns, the bytes survive a crash.
     *
     * @throws dev.fovea.contract.error.StorageException {@code storage_full} or {@code storage_failed}
     */
    StoredImage commit();

    /** Gives up what was not committed; does nothing after a commit. */
    @Override
    void close();
}

package dev.fovea.assets;

import java.nio.file.Path;

/**
 * How a file store behaves.
 *
 * @param directory where the images rest, flat; created with its parents
 * @param maxImageBytes largest encoded image, default 64 MiB
 * @param freeSpaceFloorBytes a new image is refused when less than this would stay free, default 1 GiB
 * @param memoryBytes an image up to this size waits in memory, so that a repeated one costs no disk write; a larger one goes to
 *     a temporary file while it streams in, default 4 MiB
 */
public record StoreSettings(Path directory, long maxImageBytes, long freeSpaceFloorBytes, int memoryBytes) {

    public static final long DEFAULT_MAX_IMAGE_BYTES = 64L << 20;
    public static final long DEFAULT_FREE_SPACE_FLOOR_BYTES = 1L << 30;
    public static final int DEFAULT_MEMORY_BYTES = 4 << 20;

    /** The defaults, at {@code directory}. */
    public static StoreSettings at(Path directory) {
        return new StoreSettings(
                directory, DEFAULT_MAX_IMAGE_BYTES, DEFAULT_FREE_SPACE_FLOOR_BYTES, DEFAULT_MEMORY_BYTES);
    }
}

package dev.fovea.assets;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/**
 * Images as files {@code <64 hexadecimal digits><extension>} in one directory. A new image is written to a temporary file there,
 * forced to the device, and then appears under its name in one step; a repeated one costs no write but its time. Any number of
 * stores, threads and machines may share the directory.
 */
public final class FileImageStore implements ImageStore {

    private final AssetDirectory directory;
    private final StoreSettings settings;
    private final LongAdder receivedImages = new LongAdder();
    private final LongAdder receivedBytes = new LongAdder();
    private final LongAdder storedImages = new LongAdder();
    private final LongAdder storedBytes = new LongAdder();

    private FileImageStore(AssetDirectory directory, StoreSettings settings) {
        this.directory = directory;
        this.settings = settings;
    }

    /**
     * Opens a store, creating its directory.
     *
     * @throws SetupException where the directory cannot be made
     */
    public static FileImageStore open(StoreSettings settings) {
        return open(settings, new NioFileOperations());
    }

    static FileImageStore open(StoreSettings settings, FileOperations files) {
        try {
            Path real = Files.createDirectories(settings.directory().toAbsolutePath())
                    .toRealPath();
            return new FileImageStore(new AssetDirectory(files, real, settings.freeSpaceFloorBytes()), settings);
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the image directory " + settings.directory() + " cannot be made: " + e.getMessage(),
                    "name a directory that this process may write",
                    e);
        }
    }

    /** The real directory, symbolic links resolved; the natural allowed root of a reader. */
    public Path directory() {
        return directory.path();
    }

    @Override
    public ImageIngest begin(ImageMediaType type) {
        return new FileIngest(directory, settings, type, this::count);
    }

    @Override
    public StoreCounters counters() {
        return new StoreCounters(receivedImages.sum(), receivedBytes.sum(), storedImages.sum(), storedBytes.sum());
    }

    private void count(StoredImage image) {
        receivedImages.increment();
        receivedBytes.add(image.bytes());
        if (image.isNew()) {
            storedImages.increment();
            storedBytes.add(image.bytes());
        }
    }
}

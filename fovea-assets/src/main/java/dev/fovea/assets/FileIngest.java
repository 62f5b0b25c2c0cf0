package dev.fovea.assets;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One image on its way into a directory: hashed as it comes, in memory while it is small, in a temporary file beyond. */
final class FileIngest implements ImageIngest {

    private static final int FIRST_BUFFER_BYTES = 16 << 10;

    private final AssetDirectory directory;
    private final StoreSettings settings;
    private final ImageMediaType type;
    private final Consumer<StoredImage> stored;
    private final MessageDigest sha256 = ImageHash.sha256();
    private byte[] memory = new byte[FIRST_BUFFER_BYTES];
    private long size;
    private @Nullable TempFile temp;
    private boolean done;

    FileIngest(AssetDirectory directory, StoreSettings settings, ImageMediaType type, Consumer<StoredImage> stored) {
        this.directory = directory;
        this.settings = settings;
        this.type = type;
        this.stored = stored;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        requireOpen();
        boolean kept = false;
        try {
            requireAllowed(length);
            keep(bytes, offset, length);
            kept = true;
        } catch (IOException e) {
            throw StorageFault.of(e, directory.path());
        } finally {
            if (!kept) {
                close();
            }
        }
        sha256.update(bytes, offset, length);
        size += length;
    }

    @Override
    public StoredImage commit() {
        requireOpen();
        ImageHash hash = ImageHash.ofDigest(sha256.digest());
        String name = hash.hex() + type.extension();
        boolean isNew;
        try {
            isNew = !directory.touchIfPresent(name, size) && publish(name);
        } catch (IOException e) {
            throw StorageFault.of(e, directory.path());
        } finally {
            close();
        }
        StoredImage image = new StoredImage(FileUri.of(directory.file(name)), hash, size, isNew);
        stored.accept(image);
        return image;
    }

    @Override
    public void close() {
        done = true;
        if (temp != null) {
            temp.close();
        }
    }

    private void requireAllowed(int more) {
        if (more > settings.maxImageBytes() - size) {
            throw new RequestException(
                    ErrorCode.IMAGE_TOO_LARGE,
                    "an image of more than %,d bytes".formatted(settings.maxImageBytes()),
                    "send a smaller image, or raise the store's maximum image size");
        }
    }

    private void keep(byte[] bytes, int offset, int length) throws IOException {
        if (temp == null && size + length > settings.memoryBytes()) {
            temp = spill(size + length);
        }
        if (temp != null) {
            temp.write(bytes, offset, length);
            return;
        }
        int wanted = (int) size + length;
        if (wanted > memory.length) {
            memory = Arrays.copyOf(memory, Math.min(settings.memoryBytes(), Math.max(wanted, 2 * memory.length)));
        }
        System.arraycopy(bytes, offset, memory, (int) size, length);
    }

    private boolean publish(String name) throws IOException {
        if (temp == null) {
            temp = spill(size);
        }
        temp.complete();
        return directory.publish(temp, name, size);
    }

    private TempFile spill(long bytesSoFar) throws IOException {
        directory.requireSpace(bytesSoFar);
        TempFile file = directory.newTempFile();
        temp = file;
        file.write(memory, 0, (int) size);
        memory = new byte[0];
        return file;
    }

    private void requireOpen() {
        if (done) {
            throw new IllegalStateException("this image was committed or given up");
        }
    }
}

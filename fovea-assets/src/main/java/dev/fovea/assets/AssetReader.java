package dev.fovea.assets;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The only way to an asset's bytes: regular files inside the allowed roots, bounded in size, read once and hashed. Needs no
 * directory setting and no store. Thread safe.
 */
public final class AssetReader {

    private final AllowedRoots roots;
    private final int maxBytes;
    private final TransientFaults faults;

    /**
     * A reader.
     *
     * @param maxBytes largest file that is read
     */
    public AssetReader(AllowedRoots roots, int maxBytes) {
        this(roots, maxBytes, pause -> LockSupport.parkNanos(pause.toNanos()));
    }

    AssetReader(AllowedRoots roots, int maxBytes, Consumer<Duration> pause) {
        this.roots = roots;
        this.maxBytes = maxBytes;
        this.faults = new TransientFaults(pause);
    }

    /**
     * The bytes behind a URI, and the proof that they are those that were referenced.
     *
     * @throws IdentityException {@code asset_changed}
     * @throws RequestException {@code invalid_file_uri}, {@code outside_allowed_roots}, {@code asset_missing},
     *     {@code image_too_large}
     * @throws StorageException {@code storage_failed}
     */
    public VerifiedBytes read(String uri, MmHash expected) {
        VerifiedBytes found = read(uri);
        if (!expected.matches(found.hash())) {
            throw new IdentityException(
                    ErrorCode.ASSET_CHANGED,
                    "asset %s: %,d bytes on disk hash to %s, not to %s"
                            .formatted(
                                    FileUri.parse(uri),
                                    found.bytes().length,
                                    found.hash().hex(),
                                    expected.hex()),
                    "the file changed after it was referenced; restore it, its content no longer belongs to this reference");
        }
        return found;
    }

    /** The bytes behind a URI, whatever they are. Throws like {@link #read(String, MmHash)}, but never for their content. */
    public VerifiedBytes read(String uri) {
        Path path = FileUri.parse(uri);
        try {
            byte[] bytes = faults.retry(() -> readRegular(path), () -> list(path));
            return new VerifiedBytes(bytes, ImageHash.of(bytes));
        } catch (NoSuchFileException e) {
            throw new RequestException(
                    ErrorCode.ASSET_MISSING,
                    "asset " + path + " does not exist",
                    "keep a run's images as long as its references, on storage that every node shares",
                    e);
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED,
                    "reading asset " + path + " failed: " + e.getClass().getSimpleName() + ": " + e.getMessage(),
                    "check the file's permissions and the file system's health",
                    e);
        }
    }

    private byte[] readRegular(Path path) throws IOException {
        Path real = roots.resolve(path);
        BasicFileAttributes attributes =
                Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new RequestException(
                    ErrorCode.OUTSIDE_ALLOWED_ROOTS,
                    path + " is no regular file",
                    "reference a file that holds an image");
        }
        if (attributes.size() > maxBytes) {
            throw tooLarge(path);
        }
        try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes((int) attributes.size());
            if (in.read() >= 0) {
                throw new IOException("the file grew while it was read");
            }
            return bytes;
        }
    }

    private static void list(Path path) {
        Path parent = path.getParent();
        if (parent == null) {
            return;
        }
        try (DirectoryStream<Path> names = Files.newDirectoryStream(parent)) {
            var unused = names.iterator().hasNext();
        } catch (IOException e) {
            // The next attempt says what is wrong.
        }
    }

    private RequestException tooLarge(Path path) {
        return new RequestException(
                ErrorCode.IMAGE_TOO_LARGE,
                "asset %s holds more than %,d bytes".formatted(path, maxBytes),
                "raise the maximum image size on every node, or send smaller images");
    }
}

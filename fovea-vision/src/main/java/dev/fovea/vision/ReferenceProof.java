package dev.fovea.vision;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.VerifiedBytes;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Proves a reference without making a pixel: the file holds the bytes that were referenced, and they are laid out as was promised.
 * Thread safe.
 */
public final class ReferenceProof {

    private final AssetReader reader;
    private final ImageDecoder decoder;
    private final ImageProcessor processor;

    public ReferenceProof(AssetReader reader, ImageDecoder decoder, ImageProcessor processor) {
        this.reader = reader;
        this.decoder = decoder;
        this.processor = processor;
    }

    /**
     * Reads, hashes and lays out.
     *
     * @throws IdentityException {@code asset_changed}, {@code layout_mismatch}
     * @throws RequestException {@code invalid_file_uri}, {@code outside_allowed_roots}, {@code asset_missing},
     *     {@code image_too_large}, {@code invalid_image}, {@code invalid_mm_image_ref}, {@code unknown_family}
     * @throws StorageException {@code storage_failed}
     */
    public ProvenImage prove(RawImageDescriptor item, MmHash hash) {
        return prove(item, hash, bytes -> {});
    }

    ProvenImage prove(RawImageDescriptor item, MmHash hash, IntConsumer readBytes) {
        GridThw promised = promisedGrid(item);
        VerifiedBytes file = read(item, hash);
        readBytes.accept(file.bytes().length);
        ImageLayout layout = named(file.hash(), () -> processor.layout(decoder.size(file.bytes())));
        requireGrid(item, file.hash(), promised, layout.grid());
        return new ProvenImage(file, layout);
    }

    private VerifiedBytes read(RawImageDescriptor item, MmHash hash) {
        Cancellation.check();
        try {
            return reader.read(item.rawImageUri(), hash);
        } catch (StorageException e) {
            // a read that an interruption broke is no fault of the storage
            Cancellation.check();
            throw e;
        }
    }

    GridThw promisedGrid(RawImageDescriptor item) {
        if (!item.family().equals(processor.family())) {
            throw new RequestException(
                    ErrorCode.UNKNOWN_FAMILY,
                    "an image of family " + item.family() + ", where " + processor.family() + " is served",
                    "send it to a server of its family");
        }
        String theirs = item.layoutFingerprint();
        if (theirs != null && !theirs.equals(processor.layoutFingerprint())) {
            throw new IdentityException(
                    ErrorCode.LAYOUT_MISMATCH,
                    "%s was laid out under fingerprint %s, here it is %s"
                            .formatted(item.rawImageUri(), theirs, processor.layoutFingerprint()),
                    "use the same preprocessor_config.json on both sides");
        }
        return processor.grid(item.payload());
    }

    /** A refusal says which file it is about: many are under way at once. */
    static <T> T named(ImageHash hash, Supplier<T> work) {
        try {
            return work.get();
        } catch (RequestException e) {
            throw new RequestException(e.code(), "image " + hash.hex() + ": " + e.what(), e.remedy(), e);
        }
    }

    private static void requireGrid(RawImageDescriptor item, ImageHash hash, GridThw promised, GridThw ours) {
        if (!promised.equals(ours)) {
            throw new IdentityException(
                    ErrorCode.LAYOUT_MISMATCH,
                    "%s promises a grid of %s, image %s gives %s"
                            .formatted(item.rawImageUri(), shown(promised), hash.hex(), shown(ours)),
                    "use the same preprocessor_config.json on both sides");
        }
    }

    private static String shown(GridThw grid) {
        return grid.t() + "x" + grid.h() + "x" + grid.w();
    }
}

package dev.fovea.vision;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.VerifiedBytes;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Makes pixels of references, at the last moment: read and prove the file, decode, prove the layout, resize, normalise, cut.
 *
 * <p>Every call reads the whole file and hashes it, also when its pixels are cached: the cache saves decoding and resizing, which
 * cost ten times as much, and never the proof. Work is admitted by bytes and made once per image. Thread safe.
 */
public final class Materializer implements PixelSource {

    /** Decoded samples, the decoder's own raster, the resize's intermediate and result: bytes a source pixel needs at most. */
    private static final int WORKING_BYTES_PER_PIXEL = 4 * 3;

    private final AssetReader reader;
    private final ImageDecoder decoder;
    private final ImageProcessor processor;
    private final PixelForm form;
    private final String fingerprint;
    private final PatchCache cache;
    private final ByteAdmission admission;

    public Materializer(
            AssetReader reader, ImageDecoder decoder, ImageProcessor processor, MaterializerSettings settings) {
        this.reader = reader;
        this.decoder = decoder;
        this.processor = processor;
        this.form = settings.form();
        this.fingerprint = processor.processorFingerprint(decoder.policy(), form);
        this.cache = new PatchCache(settings.cacheBytes());
        this.admission = new ByteAdmission(settings.workingBytes());
    }

    /**
     * The pixels behind a reference.
     *
     * @throws IdentityException {@code asset_changed}, {@code layout_mismatch}
     * @throws RequestException {@code invalid_file_uri}, {@code outside_allowed_roots}, {@code asset_missing},
     *     {@code image_too_large}, {@code invalid_image}, {@code unsupported_image_format}, {@code invalid_mm_image_ref},
     *     {@code unknown_family}
     * @throws dev.fovea.contract.error.StorageException {@code storage_failed}
     */
    @Override
    public PixelPatches pixels(RawImageDescriptor item, MmHash hash) {
        GridThw promised = promisedGrid(item);
        VerifiedBytes file = reader.read(item.rawImageUri(), hash);
        ImageLayout layout = processor.layout(decoder.size(file.bytes()));
        requireGrid(item, promised, layout.grid());
        return cache.get(new PatchCache.Key(file.hash(), fingerprint), () -> admitted(file, layout));
    }

    /** What this materialiser did so far. */
    public MaterializerCounters counters() {
        return cache.counters();
    }

    private GridThw promisedGrid(RawImageDescriptor item) {
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

    /** Depends on the file and the processor only, not on who asked: its failure may be told to all who wait. */
    private PixelPatches admitted(VerifiedBytes file, ImageLayout layout) {
        long patchBytes = (long) layout.grid().patches() * processor.patchWidth() * form.bytes();
        long pixels = Math.max(layout.source().pixels(), layout.resized().pixels());
        return admission.admit(
                WORKING_BYTES_PER_PIXEL * pixels + patchBytes,
                () -> processed(file, layout, Math.toIntExact(patchBytes)));
    }

    private PixelPatches processed(VerifiedBytes file, ImageLayout layout, int patchBytes) {
        ByteBuffer patches = ByteBuffer.allocate(patchBytes).order(ByteOrder.LITTLE_ENDIAN);
        processor.process(decoder.decode(file.bytes()), layout, form, patches);
        PixelDigest digest = new PixelDigest(ImageHash.of(patches.array()).hex());
        return new PixelPatches(layout.grid(), processor.patchWidth(), form, patches.flip(), digest);
    }

    private static void requireGrid(RawImageDescriptor item, GridThw promised, GridThw ours) {
        if (!promised.equals(ours)) {
            throw new IdentityException(
                    ErrorCode.LAYOUT_MISMATCH,
                    "%s promises a grid of %dx%dx%d, the file gives %dx%dx%d"
                            .formatted(
                                    item.rawImageUri(),
                                    promised.t(),
                                    promised.h(),
                                    promised.w(),
                                    ours.t(),
                                    ours.h(),
                                    ours.w()),
                    "use the same preprocessor_config.json on both sides");
        }
    }
}

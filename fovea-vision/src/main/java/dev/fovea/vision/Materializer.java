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
import dev.fovea.contract.error.StorageException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;

/**
 * Makes pixels of references, at the last moment: read and prove the file, decode, prove the layout, resize, normalise, cut.
 *
 * <p>Every call reads the whole file and hashes it, also when its pixels are cached: the cache saves decoding and resizing, which
 * cost ten times as much, and never the proof. Work is admitted by bytes and made once per image. An interrupted caller gets a
 * {@link java.util.concurrent.CancellationException}; work that nobody waits for any more stops before its next step. Thread safe.
 */
public final class Materializer implements PixelSource {

    /** Decoded samples and the decoder's own raster: bytes a source pixel needs at most. */
    private static final int WORKING_BYTES_PER_PIXEL = 4 * 3;

    private final AssetReader reader;
    private final ImageDecoder decoder;
    private final ImageProcessor processor;
    private final PixelForm form;
    private final String fingerprint;
    private final PatchCache cache;
    private final ByteAdmission admission;
    private final MaterializerTally tally = new MaterializerTally();

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
     * @throws StorageException {@code storage_failed}
     */
    @Override
    public PixelPatches pixels(RawImageDescriptor item, MmHash hash) {
        return tally.request(() -> {
            Proven proven = prove(item, hash);
            return cache.get(proven.key(), () -> made(proven));
        });
    }

    /**
     * Writes past the cache what is not in it, so that no second copy is made; what is there, or being made, is copied. Throws like
     * {@link #pixels}.
     */
    @Override
    public GridThw pixelsInto(RawImageDescriptor item, MmHash hash, ByteBuffer target) {
        return tally.request(() -> {
            Proven proven = prove(item, hash);
            PixelPatches there = cache.present(proven.key());
            if (there == null) {
                cache.countMiss();
                target.position(written(proven, target).position());
            } else {
                target.put(there.data());
            }
            return proven.layout().grid();
        });
    }

    /**
     * How many bytes {@link #pixelsInto} will write, from the reference alone.
     *
     * @throws RequestException {@code invalid_mm_image_ref}, {@code unknown_family}
     * @throws IdentityException {@code layout_mismatch}
     */
    public long patchBytes(RawImageDescriptor item) {
        return patchBytes(promisedGrid(item));
    }

    /** What this materialiser did so far. */
    public MaterializerCounters counters() {
        return tally.counters(cache, admission);
    }

    /** A file that holds what was referenced, and a layout that is the promised one. */
    private record Proven(VerifiedBytes file, ImageLayout layout, PatchCache.Key key) {}

    private Proven prove(RawImageDescriptor item, MmHash hash) {
        GridThw promised = promisedGrid(item);
        VerifiedBytes file = read(item, hash);
        ImageLayout layout = named(file.hash(), () -> processor.layout(decoder.size(file.bytes())));
        requireGrid(item, file.hash(), promised, layout.grid());
        return new Proven(file, layout, new PatchCache.Key(file.hash(), fingerprint));
    }

    private VerifiedBytes read(RawImageDescriptor item, MmHash hash) {
        Cancellation.check();
        try {
            VerifiedBytes file = reader.read(item.rawImageUri(), hash);
            tally.read(file.bytes().length);
            return file;
        } catch (StorageException e) {
            // a read that an interruption broke is no fault of the storage
            Cancellation.check();
            throw e;
        }
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
    private PixelPatches made(Proven proven) {
        return admitted(proven, () -> {
            ByteBuffer patches = ByteBuffer.allocate(
                            Math.toIntExact(patchBytes(proven.layout().grid())))
                    .order(ByteOrder.LITTLE_ENDIAN);
            process(proven, patches);
            PixelDigest digest = new PixelDigest(ImageHash.of(patches.array()).hex());
            return new PixelPatches(proven.layout().grid(), processor.patchWidth(), form, patches.flip(), digest);
        });
    }

    private ByteBuffer written(Proven proven, ByteBuffer target) {
        if (target.remaining() < patchBytes(proven.layout().grid())) {
            throw new BufferOverflowException();
        }
        return admitted(proven, () -> process(proven, target.duplicate()));
    }

    private <T> T admitted(Proven proven, Supplier<T> work) {
        long bytes = patchBytes(proven.layout().grid());
        return admission.admit(
                WORKING_BYTES_PER_PIXEL * proven.layout().source().pixels() + bytes, work);
    }

    private ByteBuffer process(Proven proven, ByteBuffer patches) {
        Cancellation.check();
        byte[] encoded = proven.file().bytes();
        RgbImage image = named(proven.file().hash(), () -> tally.decoding(() -> decoder.decode(encoded)));
        Cancellation.check();
        tally.processing(() -> processor.process(image, proven.layout(), form, patches));
        tally.made(patchBytes(proven.layout().grid()));
        return patches;
    }

    private long patchBytes(GridThw grid) {
        return (long) grid.patches() * processor.patchWidth() * form.bytes();
    }

    /** A refusal says which file it is about: many are under way at once. */
    private static <T> T named(ImageHash hash, Supplier<T> work) {
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

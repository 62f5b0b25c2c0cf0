package dev.fovea.vision;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.VerifiedBytes;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.RawImageDescriptor;
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

    private final ReferenceProof proof;
    private final ImageDecoder decoder;
    private final ImageProcessor processor;
    private final PixelForm form;
    private final String fingerprint;
    private final PatchCache cache;
    private final ByteAdmission admission;
    private final MaterializerTally tally = new MaterializerTally();

    public Materializer(
            AssetReader reader, ImageDecoder decoder, ImageProcessor processor, MaterializerSettings settings) {
        this.proof = new ReferenceProof(reader, decoder, processor);
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
        return patchBytes(proof.promisedGrid(item));
    }

    /** What this materialiser did so far. */
    public MaterializerCounters counters() {
        return tally.counters(cache, admission);
    }

    private Proven prove(RawImageDescriptor item, MmHash hash) {
        ProvenImage image = proof.prove(item, hash, tally::read);
        return new Proven(
                image.file(), image.layout(), new PatchCache.Key(image.file().hash(), fingerprint));
    }

    private record Proven(VerifiedBytes file, ImageLayout layout, PatchCache.Key key) {}

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
        RgbImage image =
                ReferenceProof.named(proven.file().hash(), () -> tally.decoding(() -> decoder.decode(encoded)));
        Cancellation.check();
        tally.processing(() -> processor.process(image, proven.layout(), form, patches));
        tally.made(patchBytes(proven.layout().grid()));
        return patches;
    }

    private long patchBytes(GridThw grid) {
        return (long) grid.patches() * processor.patchWidth() * form.bytes();
    }
}

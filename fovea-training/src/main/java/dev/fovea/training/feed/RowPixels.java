package dev.fovea.training.feed;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.PixelSource;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills the pixel tensor of one row: every file is read and decoded once, straight into its place; references to it are copies. */
final class RowPixels {

    private final PixelSource source;
    private final ImageProof proof;
    private final MultimodalSettings settings;

    RowPixels(PixelSource source, ImageProof proof, MultimodalSettings settings) {
        this.source = source;
        this.proof = proof;
        this.settings = settings;
    }

    /** A picture of a file under one layout; what else a descriptor says does not change a pixel. */
    private record Picture(
            MmHash hash, String uri, GridThw grid, @Nullable String layoutFingerprint) {

        static Picture of(ImageRef image, GridThw grid) {
            return new Picture(
                    image.hash(), image.item().rawImageUri(), grid, image.item().layoutFingerprint());
        }
    }

    /** One reference and its place in the tensor. */
    private record Placed(ImageRef image, MemorySegment target) {}

    private record Made(List<Placed> references, @Nullable RuntimeException failure) {}

    /**
     * Fills a row's tensor.
     *
     * @param pixels as many bytes as the plan says, all 0
     * @return the references whose files do not exist, and the number of those files
     * @throws FoveaException where a picture is not what was sampled, or where a missing one is an error
     */
    MissingFiles fill(RowPlan plan, int patchBytes, MemorySegment pixels) {
        List<Made> made = pictures(plan, patchBytes, pixels).parallelStream()
                .map(this::made)
                .toList();
        List<ImageRef> missing = new ArrayList<>();
        int files = 0;
        for (Made picture : made) {
            if (picture.failure() == null) {
                proof.made();
                copies(picture.references());
            } else if (mayBeMissing(picture.failure())) {
                picture.references().getFirst().target().fill((byte) 0);
                picture.references().forEach(placed -> missing.add(placed.image()));
                files++;
            } else {
                throw picture.failure() instanceof FoveaException known ? proof.counted(known) : picture.failure();
            }
        }
        return new MissingFiles(missing, files);
    }

    private static List<List<Placed>> pictures(RowPlan plan, int patchBytes, MemorySegment pixels) {
        Map<Picture, List<Placed>> pictures = new LinkedHashMap<>();
        long offset = 0;
        for (int i = 0; i < plan.grids().size(); i++) {
            ImageRef image = plan.row().images().get(i);
            GridThw grid = plan.grids().get(i);
            long bytes = Math.multiplyExact((long) grid.patches(), patchBytes);
            pictures.computeIfAbsent(Picture.of(image, grid), picture -> new ArrayList<>())
                    .add(new Placed(image, pixels.asSlice(offset, bytes)));
            offset += bytes;
        }
        return List.copyOf(pictures.values());
    }

    /** Every picture is finished before the first failure is told, so that nobody writes into memory that was given back. */
    private Made made(List<Placed> references) {
        try {
            Placed first = references.getFirst();
            ByteBuffer target = first.target().asByteBuffer();
            source.pixelsInto(first.image().item(), first.image().hash(), target);
            if (target.hasRemaining()) {
                throw new IllegalStateException(
                        target.remaining() + " bytes of " + first.image().item().rawImageUri() + " were not made");
            }
            prove(references);
            return new Made(references, null);
        } catch (RuntimeException e) {
            return new Made(references, e);
        }
    }

    /** The engine's digests are over 32-bit floats; rounded pixels cannot be compared with them. */
    private void prove(List<Placed> references) {
        if (settings.pixels() != PixelForm.FLOAT32) {
            return;
        }
        for (Placed reference : references) {
            proof.provePixels(
                    reference.image(),
                    () -> SegmentDigest.sha256(references.getFirst().target()));
        }
    }

    private static void copies(List<Placed> references) {
        MemorySegment first = references.getFirst().target();
        references.stream().skip(1).forEach(again -> again.target().copyFrom(first));
    }

    /** Only a file that does not exist: other bytes, other layouts and broken pictures are never placeholders. */
    private boolean mayBeMissing(RuntimeException failure) {
        return settings.missingImages() == MissingImages.PLACEHOLDER_ZERO_LOSS
                && failure instanceof FoveaException known
                && known.code() == ErrorCode.ASSET_MISSING;
    }
}

package dev.fovea.training;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.PositionScheme.PlacedGrid;
import dev.fovea.contract.Positions;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.wire.MmRef;
import dev.fovea.vision.PixelPatches;
import dev.fovea.vision.PixelSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Gives a packed row its pixels and positions, on the trainer's side, from the files that its references name, and proves on
 * the way that they are the pixels which the engine used.
 */
public final class BatchMaterializer {

    private final PixelSource pixels;
    private final PositionScheme scheme;
    private final ProofLedger proofs;
    private final RowProof rows;

    public BatchMaterializer(PixelSource pixels, PositionScheme scheme, ProofLedger proofs) {
        this.pixels = pixels;
        this.scheme = scheme;
        this.proofs = proofs;
        this.rows = new RowProof(proofs);
    }

    /**
     * The row with pixels.
     *
     * @throws dev.fovea.contract.error.FoveaException where a file, a span or a pixel is not what the sampler saw
     */
    public TrainerBatch materialize(MicroBatch row) {
        rows.prove(row);
        List<PixelPatches> images = new ArrayList<>();
        Map<String, PixelPatches> perReference = new HashMap<>();
        for (ImageRef image : row.images()) {
            PixelPatches patches = perReference.computeIfAbsent(
                    MmRef.of(image.item(), image.hash()).encode(), key -> load(image));
            provePixels(image, patches);
            images.add(patches);
        }
        return new TrainerBatch(row, positions(row, images), images);
    }

    private PixelPatches load(ImageRef image) {
        PixelPatches patches = counted(() -> pixels.pixels(image.item(), image.hash()));
        proofs.check(Proof.ASSET_BYTES, true);
        proofs.check(Proof.LAYOUT, true);
        return patches;
    }

    /** Work that proves for itself: what it finds is counted too. */
    private <T> T counted(Supplier<T> work) {
        try {
            return work.get();
        } catch (FoveaException e) {
            proofs.countViolation(e);
            throw e;
        }
    }

    private void provePixels(ImageRef image, PixelPatches patches) {
        if (!(image.item().extra(RawImageDescriptor.ENGINE_PIXELS) instanceof String engine)) {
            return;
        }
        if (!proofs.check(Proof.PIXELS, engine.equals(patches.digest().hex()))) {
            throw new IdentityException(
                    ErrorCode.PIXEL_MISMATCH,
                    "pixels of " + image.item().rawImageUri() + " differ between engine and trainer",
                    "give both sides the same preprocessor settings and decoder; see the processor fingerprints");
        }
    }

    private Positions positions(MicroBatch row, List<PixelPatches> images) {
        int[] time = new int[row.size()];
        int[] height = new int[row.size()];
        int[] width = new int[row.size()];
        int start = 0;
        int image = 0;
        for (int length : row.sequenceLengths()) {
            List<PlacedGrid> placed = new ArrayList<>();
            while (image < images.size()
                    && row.images().get(image).placeholder().offset() < start + length) {
                placed.add(placed(row.images().get(image), images.get(image).grid(), start));
                image++;
            }
            Positions segment = counted(() -> scheme.positions(length, placed));
            segment.time().copyTo(time, start);
            segment.height().copyTo(height, start);
            segment.width().copyTo(width, start);
            start += length;
        }
        return new Positions(TokenIds.of(time), TokenIds.of(height), TokenIds.of(width));
    }

    private static PlacedGrid placed(ImageRef image, GridThw grid, int segmentStart) {
        return new PlacedGrid(image.placeholder().shifted(-segmentStart), grid);
    }
}

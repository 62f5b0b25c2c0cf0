package dev.fovea.training.feed;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.Positions;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.wire.MmRef;
import dev.fovea.vision.PixelPatches;
import dev.fovea.vision.PixelSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives a packed row its pixels and positions, on the trainer's side, from the files that its references name, and proves on
 * the way that they are the pixels which the engine used.
 */
public final class BatchMaterializer {

    private final PixelSource pixels;
    private final PositionScheme scheme;
    private final ImageProof proof;
    private final RowProof rows;

    public BatchMaterializer(PixelSource pixels, PositionScheme scheme, ProofLedger proofs) {
        this.pixels = pixels;
        this.scheme = scheme;
        this.proof = new ImageProof(proofs);
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
            proof.provePixels(image, () -> patches.digest().hex());
            images.add(patches);
        }
        List<GridThw> grids = images.stream().map(PixelPatches::grid).toList();
        Positions positions = proof.counted(() -> RowPositions.of(scheme, row, grids));
        return new TrainerBatch(row, positions, images);
    }

    private PixelPatches load(ImageRef image) {
        PixelPatches patches = proof.counted(() -> pixels.pixels(image.item(), image.hash()));
        proof.made();
        return patches;
    }
}

package dev.fovea.training.feed;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.Positions;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.vision.PixelSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes tensors of packed rows, on the trainer's side, from the files that their references name, and proves on the way that they
 * are what was sampled: spans and tokens first, then grids and positions, then every file and every pixel. Thread safe.
 */
public final class BatchMaker {

    private final FeedModel model;
    private final MultimodalSettings settings;
    private final ImageProof proof;
    private final RowProof rows;
    private final RowPixels pixels;

    /** @param source makes pixels in the settings' form, with the model's processor */
    public BatchMaker(FeedModel model, PixelSource source, MultimodalSettings settings, ProofLedger proofs) {
        this.model = model;
        this.settings = settings;
        this.proof = new ImageProof(proofs);
        this.rows = new RowProof(proofs);
        this.pixels = new RowPixels(source, proof, settings);
    }

    /** What is fed. */
    public FeedModel model() {
        return model;
    }

    /** The settings that it follows. */
    public MultimodalSettings settings() {
        return settings;
    }

    /**
     * A row as tensors.
     *
     * @param budget waited for before a pixel is made; the batch holds its share until it is closed
     * @throws dev.fovea.contract.error.FoveaException where a file, a span or a pixel is not what the sampler saw
     */
    public TensorBatch make(MicroBatch row, BatchPlace place, PixelBudget budget) throws InterruptedException {
        RowPlan plan = plan(row);
        PixelBlock block = PixelBlock.allocate(plan.pixelBytes(), budget);
        try {
            return made(plan, place, block);
        } catch (RuntimeException | Error e) {
            block.close();
            throw e;
        }
    }

    private RowPlan plan(MicroBatch row) {
        rows.prove(row);
        if (model.policy().requiresTokenTypeIds() && !row.images().isEmpty() && row.tokenTypes() == null) {
            throw new IdentityException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    "a row with " + row.images().size() + " images has no token types, which " + model.name()
                            + " needs",
                    "pack samples with their token types");
        }
        List<GridThw> grids = proof.counted(
                () -> row.images().stream().map(model::promisedGrid).toList());
        Positions positions = proof.counted(() -> RowPositions.of(model.positions(), row, grids));
        long patches = grids.stream().mapToLong(GridThw::patches).sum();
        return new RowPlan(row, grids, positions, Math.multiplyExact(patches, patchBytes()));
    }

    private int patchBytes() {
        return model.processor().patchWidth() * settings.pixels().bytes();
    }

    private TensorBatch made(RowPlan plan, BatchPlace place, PixelBlock block) {
        long start = System.nanoTime();
        MissingFiles missing = pixels.fill(plan, patchBytes(), block.bytes());
        MicroBatch row = ClearedSamples.clear(plan.row(), missing.references());
        EnvironmentIds environments = new EnvironmentIds(row.envNames());
        List<Tensor> tensors = new ArrayList<>(RowTensors.of(row, plan.positions(), environments));
        @Nullable String digest = null;
        if (!plan.grids().isEmpty()) {
            tensors.addAll(RowTensors.ofImages(model.tensors(), settings.pixelType(), plan.grids(), block.bytes()));
            digest = SegmentDigest.sha256(block.bytes());
        }
        StepMetrics metrics = metrics(plan, row, missing, start);
        return new TensorBatch(
                metadata(row, place, environments.names(), digest, metrics), tensors, block, RowDigest.of(plan.row()));
    }

    private static StepMetrics metrics(RowPlan plan, MicroBatch row, MissingFiles missing, long start) {
        int blank = missing.references().size();
        return new StepMetrics(
                1,
                row.size(),
                row.lossMask().count(),
                plan.pixelBytes(),
                plan.grids().isEmpty() ? 0 : (System.nanoTime() - start) / 1e9,
                new ImageCounts(plan.grids().size() - blank, blank, missing.files()));
    }

    private BatchMetadata metadata(
            MicroBatch row, BatchPlace place, List<String> environments, @Nullable String digest, StepMetrics metrics) {
        return new BatchMetadata(
                place, row.runId(), row.runStep(), model.name(), model.policy(), environments, digest, metrics);
    }
}

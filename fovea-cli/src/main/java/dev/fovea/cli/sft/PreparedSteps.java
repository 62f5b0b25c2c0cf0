package dev.fovea.cli.sft;

import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.PackSettings;
import dev.fovea.training.feed.BatchFormat;
import dev.fovea.training.feed.BatchMaker;
import dev.fovea.training.feed.PixelBudget;
import dev.fovea.training.feed.Prefetch;
import dev.fovea.training.feed.StepFolder;
import dev.fovea.training.feed.StepMetrics;
import dev.fovea.training.feed.TensorBatch;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.StepPacker;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes samples as a trainer's steps: packed, with pixels, a folder a rank. */
final class PreparedSteps {

    private final Path out;
    private final BatchFormat format;
    private final BatchMaker maker;
    private final PackSettings packing;
    private final StepPacker packer;
    private final PixelBudget budget;

    PreparedSteps(Path out, BatchFormat format, BatchMaker maker, PackSettings packing, PixelBudget budget) {
        this.out = out;
        this.format = format;
        this.maker = maker;
        this.packing = packing;
        this.packer = new StepPacker(packing, new ProofLedger());
        this.budget = budget;
    }

    /** Writes one step for all ranks; what it took is that of the first. */
    StepMetrics write(long step, List<TrainingSample> samples) throws InterruptedException {
        PackedStep packed = packer.pack(samples);
        StepMetrics first = StepMetrics.NONE;
        for (int rank = 0; rank < packing.ranks(); rank++) {
            StepMetrics metrics = write(step, rank, packed);
            first = rank == 0 ? metrics : first;
        }
        return first;
    }

    private StepMetrics write(long step, int rank, PackedStep packed) throws InterruptedException {
        StepFolder folder = new StepFolder(out, rank, format);
        folder.begin(step);
        int rows = packed.plan().ranks().get(rank).size();
        StepMetrics metrics = StepMetrics.NONE;
        try (Prefetch batches = Prefetch.start(
                maker, budget, step, rank, rows, packed.rows(rank).iterator())) {
            for (Optional<TensorBatch> next = batches.next(); next.isPresent(); next = batches.next()) {
                try (TensorBatch batch = next.get()) {
                    folder.write(batch);
                    metrics = metrics.plus(batch.metadata().metrics());
                }
            }
        }
        folder.complete(step, metrics);
        return metrics;
    }
}

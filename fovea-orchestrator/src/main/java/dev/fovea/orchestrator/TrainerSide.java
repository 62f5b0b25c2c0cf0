package dev.fovea.orchestrator;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.Learner;
import dev.fovea.training.MicroBatchTransport;
import dev.fovea.training.PackedRows;
import dev.fovea.training.Packer;
import dev.fovea.training.feed.BatchMaterializer;
import dev.fovea.training.feed.TrainerBatch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The way of a batch of samples through packing, transport and materialisation into a learner. Supervised and reinforcement
 * learning share it, so that what is true of one is true of the other.
 */
public final class TrainerSide {

    private static final System.Logger LOG = System.getLogger(TrainerSide.class.getName());

    private static final int RANK = 0;

    private final Packer packer;
    private final MicroBatchTransport transport;
    private final BatchMaterializer materializer;
    private long step;

    public TrainerSide(Packer packer, MicroBatchTransport transport, BatchMaterializer materializer) {
        this.packer = packer;
        this.transport = transport;
        this.materializer = materializer;
    }

    /**
     * Trains one batch.
     *
     * @param samples in the order in which they are dealt; packing sorts by length, so what is dealt must be samples and not rows, or
     *     the long ones, which are the wrong ones, would share an optimiser step
     * @param miniBatches optimiser steps to split the batch into
     * @return one report an optimiser step
     */
    public List<LearnReport> train(
            Learner learner, List<TrainingSample> samples, int miniBatches, LearnSettings settings) {
        List<LearnReport> reports = new ArrayList<>();
        for (List<TrainingSample> dealt : MiniBatches.deal(samples, miniBatches)) {
            step++;
            PackedRows packed = packer.pack(dealt);
            if (packed.truncatedSamples() + packed.refusedSamples() > 0) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "optimiser step {0}: {1} samples cut at an image boundary, {2} images lost, {3} samples refused",
                        step,
                        packed.truncatedSamples(),
                        packed.truncatedImages(),
                        packed.refusedSamples());
            }
            transport.send(step, RANK, packed.rows());
            reports.add(learner.learn(lazily(transport.receive(step, RANK)), settings));
            transport.release(step, RANK);
        }
        return reports;
    }

    /** Pixels of one row at a time: the next row's are made when the learner asks for them. */
    private Iterable<TrainerBatch> lazily(List<MicroBatch> rows) {
        return () -> {
            Iterator<MicroBatch> iterator = rows.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return iterator.hasNext();
                }

                @Override
                public TrainerBatch next() {
                    return materializer.materialize(iterator.next());
                }
            };
        };
    }
}

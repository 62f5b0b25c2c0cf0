package dev.fovea.orchestrator;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.Learner;
import dev.fovea.training.PackedRows;
import dev.fovea.training.Packer;
import dev.fovea.training.feed.BatchMaterializer;
import dev.fovea.training.feed.TrainerBatch;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.OutgoingStep;
import dev.fovea.training.transport.StepReceiver;
import dev.fovea.training.transport.StepSender;
import dev.fovea.training.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The way of a batch of samples through packing, transport and materialisation into a learner. Supervised and reinforcement
 * learning share it, so that what is true of one is true of the other.
 */
public final class TrainerSide implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(TrainerSide.class.getName());

    private static final int RANK = 0;

    /** Between two ends of one process only a full disk or a dead broker keeps a step away. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Packer packer;
    private final StepSender<MicroBatch> sender;
    private final StepReceiver<MicroBatch> receiver;
    private final BatchMaterializer materializer;

    /** Opens both ends of a transport, and goes on behind the last step that was committed to it. */
    public TrainerSide(Packer packer, Transport transport, BatchMaterializer materializer) {
        this.packer = packer;
        this.sender = transport.sendRows(1);
        this.receiver = transport.receiveRows(RANK, nextStep());
        this.materializer = materializer;
    }

    private long nextStep() {
        return sender.committed().orElse(0) + 1;
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
            PackedRows packed = packer.pack(dealt);
            if (packed.truncatedSamples() + packed.refusedSamples() > 0) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "optimiser step {0}: {1} samples cut at an image boundary, {2} images lost, {3} samples refused",
                        nextStep(),
                        packed.truncatedSamples(),
                        packed.truncatedImages(),
                        packed.refusedSamples());
            }
            send(packed.rows());
            reports.add(learn(learner, settings));
        }
        return reports;
    }

    private void send(List<MicroBatch> rows) {
        try (OutgoingStep<MicroBatch> step = sender.begin(nextStep(), rows.size())) {
            rows.forEach(row -> step.add(RANK, row));
            step.commit();
        }
    }

    private LearnReport learn(Learner learner, LearnSettings settings) {
        try (IncomingStep<MicroBatch> step = receiver.poll(PATIENCE).orElseThrow(TrainerSide::stepDidNotArrive)) {
            LearnReport report = learner.learn(lazily(step), settings);
            step.release();
            return report;
        }
    }

    private static StorageException stepDidNotArrive() {
        return new StorageException(
                ErrorCode.TRANSPORT_UNAVAILABLE,
                "a committed step did not arrive within " + PATIENCE.toSeconds() + " s",
                "see whether the transport's broker or folder answers");
    }

    /** Pixels of one row at a time: the next row's are made when the learner asks for them. */
    private Iterable<TrainerBatch> lazily(Iterable<MicroBatch> rows) {
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

    @Override
    public void close() {
        receiver.close();
        sender.close();
    }
}

package dev.fovea.training.feed;

import dev.fovea.contract.MicroBatch;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.StepReceiver;
import java.time.Duration;
import java.util.Optional;

/** One rank's steps as batches, one step open at a time. */
public final class RankFeed implements AutoCloseable {

    private final StepReceiver<MicroBatch> steps;
    private final BatchMaker maker;
    private final PixelBudget budget;
    private final int rank;

    /** @param steps closed with this feed */
    public RankFeed(StepReceiver<MicroBatch> steps, BatchMaker maker, PixelBudget budget, int rank) {
        this.steps = steps;
        this.maker = maker;
        this.budget = budget;
        this.rank = rank;
    }

    /** Data-parallel rank, from 0. */
    public int rank() {
        return rank;
    }

    /** What it feeds. */
    public FeedModel model() {
        return maker.model();
    }

    /** How it makes pixels. */
    public MultimodalSettings settings() {
        return maker.settings();
    }

    /** The next step, whose first pixels are being made from now on, if it comes in time; the one before must be closed. */
    public Optional<FedStep> poll(Duration patience) {
        Optional<IncomingStep<MicroBatch>> next = steps.poll(patience);
        return next.map(step -> new FedStep(step, this::prefetch));
    }

    private Prefetch prefetch(IncomingStep<MicroBatch> step) {
        return Prefetch.start(maker, budget, step.step(), rank, step.size(), step.iterator());
    }

    /** Closes where its rows come from. */
    @Override
    public void close() {
        steps.close();
    }
}

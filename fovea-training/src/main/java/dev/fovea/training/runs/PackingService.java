package dev.fovea.training.runs;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.training.PackSettings;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.OutgoingStep;
import dev.fovea.training.transport.StepReceiver;
import dev.fovea.training.transport.StepSender;
import dev.fovea.training.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the orchestrators of several runs and one trainer: takes their steps, packs them in turns and sends rows to all
 * ranks. A run's step is released where it came from once the rows with its last samples are committed, so that a packer that dies
 * loses nothing; what it had sent of a step that was not finished is packed again. One thread.
 */
public final class PackingService implements AutoCloseable {

    private final List<Run> runs = new ArrayList<>();
    private final PackSettings settings;
    private final MultiRunPacker packer;
    private final StepSender<MicroBatch> sender;
    private final PackingListener listener;
    private final long lingerNanos;
    private long waitingSince = Long.MAX_VALUE;

    /** One run, with the step that waits to be trained whole. */
    private static final class Run {

        private final String name;
        private final StepReceiver<TrainingSample> receiver;
        private @Nullable IncomingStep<TrainingSample> open;
        private boolean evicted;

        Run(String name, StepReceiver<TrainingSample> receiver) {
            this.name = name;
            this.receiver = receiver;
        }

        void end() {
            if (open != null) {
                open.close();
                open = null;
            }
            receiver.close();
        }
    }

    /**
     * Opens both ends.
     *
     * @param names of the runs, each in the adapter slot of its place in the list
     * @param settings with one adapter slot a run
     * @param linger how long samples that fill no whole step wait for others
     */
    public PackingService(
            List<String> names,
            Transport from,
            Transport to,
            PackSettings settings,
            Duration linger,
            PackingListener listener) {
        if (names.isEmpty() || names.size() != settings.adapters()) {
            throw new IllegalArgumentException(names.size() + " runs for " + settings.adapters() + " adapter slots");
        }
        this.settings = settings;
        this.packer = new MultiRunPacker(settings, new ProofLedger());
        this.listener = listener;
        this.lingerNanos = linger.toNanos();
        names.forEach(name -> runs.add(new Run(name, from.receiveSamples(name, 1))));
        this.sender = to.sendRows(settings.ranks());
    }

    /**
     * Looks at every run once, and sends a step if one is due.
     *
     * @return the step of the trainer that was sent
     */
    public Optional<Long> turn() {
        for (int slot = 0; slot < runs.size(); slot++) {
            receive(slot, runs.get(slot));
        }
        if (packer.readyTokens() == 0) {
            waitingSince = Long.MAX_VALUE;
            return Optional.empty();
        }
        long now = System.nanoTime();
        waitingSince = Math.min(waitingSince, now);
        if (!packer.hasFullStep() && now - waitingSince < lingerNanos) {
            return Optional.empty();
        }
        waitingSince = Long.MAX_VALUE;
        return packer.pack().map(this::send);
    }

    /** Whether every run was put out. */
    public boolean isIdleForever() {
        return runs.stream().allMatch(run -> run.evicted);
    }

    private void receive(int slot, Run run) {
        if (run.evicted || run.open != null) {
            return;
        }
        try {
            run.open = run.receiver.poll(Duration.ZERO).orElse(null);
            if (run.open != null) {
                offer(slot, run, run.open);
            }
        } catch (FoveaException torn) {
            evict(slot, run, torn.what());
        }
    }

    private void offer(int slot, Run run, IncomingStep<TrainingSample> step) {
        List<TrainingSample> samples = new ArrayList<>(step.size());
        step.forEach(samples::add);
        if (packer.step(slot).isEmpty()) {
            packer.open(slot, run.name, step.step());
        }
        packer.offer(slot, new TrainingBatch(samples, step.step(), null))
                .ifPresent(eviction -> evict(slot, run, eviction.reason()));
    }

    private void evict(int slot, Run run, String reason) {
        packer.close(slot);
        run.evicted = true;
        run.end();
        listener.evicted(new Eviction(slot, run.name, reason));
    }

    private long send(MultiRunStep packed) {
        long step = sender.committed().orElse(0) + 1;
        try (OutgoingStep<MicroBatch> outgoing = sender.begin(step, packed.rowsEach())) {
            for (int rank = 0; rank < settings.ranks(); rank++) {
                int to = rank;
                packed.rows(rank).forEach(row -> outgoing.add(to, row));
            }
            outgoing.commit();
        }
        packed.runs().forEach(this::releaseIfFinished);
        listener.sent(step, packed);
        return step;
    }

    private void releaseIfFinished(RunStep part) {
        Run run = runs.get(part.slot());
        if (part.finished() == RunStep.Progress.FINISHED && run.open != null) {
            run.open.release();
            run.open = null;
        }
    }

    /** What was not trained whole comes again. */
    @Override
    public void close() {
        runs.stream().filter(run -> !run.evicted).forEach(Run::end);
        sender.close();
    }
}

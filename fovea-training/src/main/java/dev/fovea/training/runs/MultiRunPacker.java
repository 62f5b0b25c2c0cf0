package dev.fovea.training.runs;

import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.PackSettings;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.RefusedSample;
import dev.fovea.training.pack.SampleAudit;
import dev.fovea.training.pack.SampleSource;
import dev.fovea.training.pack.StepPacker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Packs the samples of several runs, one adapter slot each, in turns. Everything that packing could stumble over is looked at before
 * a sample is kept, so that a run with one bad sample is put out, with the reason, and no other run notices. One thread.
 */
public final class MultiRunPacker {

    private final PackSettings settings;
    private final StepPacker packer;
    private final @Nullable RunBuffer[] slots;
    private int turn;

    /**
     * A packer without runs.
     *
     * @param settings with one adapter slot a run
     */
    public MultiRunPacker(PackSettings settings, ProofLedger proofs) {
        this.settings = settings;
        this.packer = new StepPacker(settings, proofs);
        this.slots = new @Nullable RunBuffer[settings.adapters()];
    }

    /**
     * Takes a run in.
     *
     * @param slot free until now
     * @param step its next step
     */
    public void open(int slot, String run, long step) {
        if (slots[slot] != null) {
            throw new IllegalArgumentException("slot " + slot + " is taken");
        }
        slots[slot] = new RunBuffer(run, step);
    }

    /** Forgets a run and all that it has waiting. */
    public void close(int slot) {
        slots[slot] = null;
    }

    /**
     * Keeps what a run has sent. All of its samples are kept, or none and the run is put out.
     *
     * @param slot of the run; what comes for a free one is dropped, since its run may just have been put out
     */
    public Optional<Eviction> offer(int slot, TrainingBatch batch) {
        RunBuffer run = slots[slot];
        if (run == null) {
            return Optional.empty();
        }
        if (batch.samples().isEmpty()) {
            return evict(slot, run, "a batch without samples");
        }
        List<TrainingSample> samples = batch.samples();
        for (int i = 0; i < samples.size(); i++) {
            Optional<RefusedSample> fault = SampleAudit.fault(samples.get(i), i, settings.sequenceTokens());
            if (fault.isPresent()) {
                return evict(
                        slot,
                        run,
                        "sample " + i + " of step " + batch.step() + ": "
                                + fault.get().what());
            }
        }
        run.add(samples, batch.step());
        return Optional.empty();
    }

    private Optional<Eviction> evict(int slot, RunBuffer run, String reason) {
        close(slot);
        return Optional.of(new Eviction(slot, run.id(), reason));
    }

    /** Tokens that wait to be packed, of the steps that the runs are at. */
    public long readyTokens() {
        long tokens = 0;
        for (RunBuffer run : slots) {
            tokens += run == null ? 0 : run.readyTokens();
        }
        return tokens;
    }

    /** Whether a whole step of the trainer waits: a row of full length for every rank. */
    public boolean hasFullStep() {
        return readyTokens() >= budget();
    }

    private long budget() {
        return (long) settings.sequenceTokens() * settings.ranks();
    }

    /** Samples of a slot that wait, of whatever step. */
    public int waiting(int slot) {
        RunBuffer run = slots[slot];
        return run == null ? 0 : run.size();
    }

    /** The step that a slot's run is at; empty where it has none. */
    public Optional<Long> step(int slot) {
        RunBuffer run = slots[slot];
        return run == null ? Optional.empty() : Optional.of(run.step());
    }

    /** The slot whose turn is next. */
    public int turn() {
        return turn;
    }

    /** Packs what waits, up to a whole step; empty where nothing does. */
    public Optional<MultiRunStep> pack() {
        SortedMap<Integer, List<RunBuffer.Waiting>> selected = select();
        if (selected.isEmpty()) {
            return Optional.empty();
        }
        List<RunStep> steps = new ArrayList<>();
        for (Map.Entry<Integer, List<RunBuffer.Waiting>> entry : selected.entrySet()) {
            RunBuffer run = slots[entry.getKey()];
            if (run != null) {
                steps.add(step(entry.getKey(), run, entry.getValue()));
            }
        }
        return Optional.of(new MultiRunStep(steps));
    }

    private RunStep step(int slot, RunBuffer run, List<RunBuffer.Waiting> selected) {
        long step = selected.getFirst().step();
        PackedStep rows = packer.pack(
                SampleSource.of(selected.stream().map(RunBuffer.Waiting::sample).toList()), sample -> slot);
        return new RunStep(
                slot,
                run.id(),
                step,
                rows,
                run.finishStep() ? RunStep.Progress.FINISHED : RunStep.Progress.MORE_TO_COME);
    }

    /**
     * Runs in turn, each with all that it has ready, until a sample would go beyond the budget; that one waits, and the turn stays
     * with the next run, so that no run waits twice.
     */
    private SortedMap<Integer, List<RunBuffer.Waiting>> select() {
        SortedMap<Integer, List<RunBuffer.Waiting>> selected = new TreeMap<>();
        long tokens = 0;
        while (tokens < budget()) {
            Optional<RunBuffer> next = nextReady();
            if (next.isEmpty()) {
                break;
            }
            RunBuffer run = next.get();
            int slot = turn;
            turn = (turn + 1) % slots.length;
            while (run.isReady()) {
                tokens += run.peek().sample().size();
                if (tokens > budget()) {
                    return selected;
                }
                selected.computeIfAbsent(slot, first -> new ArrayList<>()).add(run.take());
            }
        }
        return selected;
    }

    private Optional<RunBuffer> nextReady() {
        for (int i = 0; i < slots.length; i++) {
            RunBuffer run = slots[turn];
            if (run != null && run.isReady()) {
                return Optional.of(run);
            }
            turn = (turn + 1) % slots.length;
        }
        return Optional.empty();
    }
}

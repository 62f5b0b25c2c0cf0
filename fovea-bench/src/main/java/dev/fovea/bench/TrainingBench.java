package dev.fovea.bench;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.trace.Trace;
import dev.fovea.training.PackSettings;
import dev.fovea.training.SampleBuilder;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.StepPacker;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Traces to samples to rows to bytes on one thread, beside prime-rl's functions on rollouts of the same form. Both take turns, and
 * CPU time counts, collector included; the fastest round of each.
 */
public final class TrainingBench {

    private static final int SAMPLES = 2_000;
    private static final int TOKENS = 4_096;
    private static final int IMAGES = 8;
    private static final int ROW = 16_384;
    private static final int RANKS = 8;
    private static final int ROUNDS = 5;

    /** Of a round: the process's time is counted in hundredths of a second. */
    private static final int REPEATS = 5;

    /** The optimising compiler has to see every loop often. */
    private static final int WARM_UP = 10;

    private final List<Trace> traces;
    private final List<TrainingSample> samples;
    private final List<List<MicroBatch>> rows;
    private final TrainingFigures.Builder figures;
    private long sink;

    private TrainingBench() {
        TrainingWorkload workload = new TrainingWorkload(SAMPLES, TOKENS, IMAGES);
        this.traces = workload.traces();
        this.samples = workload.samples(traces);
        this.rows = pack();
        this.figures = new TrainingFigures.Builder(
                samples.stream().mapToLong(TrainingSample::size).sum());
    }

    /**
     * Measures.
     *
     * @param peer where the reference is; where it is not there, the figures say so
     */
    public static TrainingFigures measure(Optional<TrainingPeer> peer) {
        TrainingBench bench = new TrainingBench();
        for (int round = 0; round < WARM_UP; round++) {
            bench.round(new EnumMap<>(TrainingStep.class));
        }
        bench.compare(peer);
        PackGrowth.measure(bench.figures);
        return bench.figures.build();
    }

    private void compare(Optional<TrainingPeer> peer) {
        if (peer.isEmpty()) {
            figures.missing("no interpreter and checkouts were given");
            rounds(step -> Double.NaN);
            return;
        }
        try (TrainingReference reference = TrainingReference.start(peer.get(), SAMPLES, TOKENS, IMAGES, ROW, RANKS)) {
            figures.reference(reference.versions(), reference.tokens());
            rounds(step -> {
                try {
                    return reference.seconds(step);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            figures.missing(peer.get().python() + " does not run the reference: " + e.getMessage());
            rounds(step -> Double.NaN);
        }
    }

    private interface Other {
        double seconds(TrainingStep step);
    }

    private void rounds(Other reference) {
        Map<TrainingStep, Double> ours = new EnumMap<>(TrainingStep.class);
        Map<TrainingStep, Double> theirs = new EnumMap<>(TrainingStep.class);
        for (int round = 0; round < ROUNDS; round++) {
            round(ours);
            for (TrainingStep step : TrainingStep.values()) {
                theirs.merge(step, reference.seconds(step), Math::min);
            }
        }
        figures.seconds(ours, theirs);
        if (sink == 0) {
            throw new IllegalStateException("nothing was packed");
        }
    }

    private void round(Map<TrainingStep, Double> fastest) {
        for (TrainingStep step : TrainingStep.values()) {
            System.gc();
            long begun = CpuTime.nanos();
            for (int i = 0; i < REPEATS; i++) {
                run(step);
            }
            fastest.merge(step, (CpuTime.nanos() - begun) / 1e9 / REPEATS, Math::min);
        }
    }

    private void run(TrainingStep step) {
        switch (step) {
            case SAMPLES -> {
                SampleBuilder builder = new SampleBuilder(new ProofLedger());
                List<TrainingSample> built = new ArrayList<>(traces.size());
                traces.forEach(trace -> built.addAll(builder.sampled(trace)));
                sink += built.size();
            }
            case PACK -> sink += pack().size();
            case ENCODE -> encode();
        }
    }

    private List<List<MicroBatch>> pack() {
        PackedStep step = new StepPacker(PackSettings.forRanks(ROW, 1, RANKS), new ProofLedger()).pack(samples);
        List<List<MicroBatch>> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ranks.add(step.rows(rank).toList());
        }
        return ranks;
    }

    private void encode() {
        try (OutputStream nowhere = OutputStream.nullOutputStream()) {
            for (List<MicroBatch> rank : rows) {
                WireCodec.MICRO_BATCHES.write(rank, nowhere);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("nowhere does not fail", e);
        }
    }
}

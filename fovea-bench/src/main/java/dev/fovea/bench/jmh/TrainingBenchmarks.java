package dev.fovea.bench.jmh;

import dev.fovea.bench.TrainingWorkload;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.trace.Trace;
import dev.fovea.training.PackSettings;
import dev.fovea.training.SampleBuilder;
import dev.fovea.training.pack.PackPlan;
import dev.fovea.training.pack.PackedStep;
import dev.fovea.training.pack.SampleShape;
import dev.fovea.training.pack.StepPacker;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A sample's way to a rank: 64 rollouts of 4,096 tokens and 8 images, rows of 16,384 tokens, 8 ranks. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TrainingBenchmarks {

    private static final PackSettings SETTINGS = PackSettings.forRanks(16_384, 1, 8);

    private final TrainingWorkload workload = new TrainingWorkload(64, 4_096, 8);
    private final List<Trace> traces = workload.traces();
    private final List<TrainingSample> samples = workload.samples(traces);
    private final MicroBatch row = packed(samples).rows(0).findFirst().orElseThrow();
    private final List<SampleShape> shapes = shapes();

    @Benchmark
    public List<TrainingSample> samplesOfOneRollout() {
        return new SampleBuilder(new ProofLedger()).sampled(traces.getFirst());
    }

    @Benchmark
    public PackedStep step() {
        return packed(samples);
    }

    @Benchmark
    public List<MicroBatch> rowsOfOneRank() {
        return packed(samples).rows(0).toList();
    }

    @Benchmark
    public byte[] encodeOneRow() {
        return WireCodec.MICRO_BATCH.encode(row);
    }

    @Benchmark
    public PackPlan planTenThousandSamples() {
        return PackPlan.of(shapes, SETTINGS);
    }

    private static PackedStep packed(List<TrainingSample> samples) {
        return new StepPacker(SETTINGS, new ProofLedger()).pack(samples);
    }

    private static List<SampleShape> shapes() {
        Random random = new Random(7);
        return IntStream.range(0, 10_000)
                .mapToObj(i -> new SampleShape(100 + random.nextInt(16_000), 0, i % 2 == 0 ? "qwen_vl" : null, null))
                .toList();
    }
}

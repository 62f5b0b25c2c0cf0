package dev.fovea.policy;

import com.sun.management.OperatingSystemMXBean;
import dev.fovea.contract.WeightVersion;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.feed.TrainerBatch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** Measures the demonstration's policy. Not a test: run {@code main [threads]} by hand, on a machine with nothing else to do. */
final class PolicyBench {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private PolicyBench() {}

    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        int threads = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1;
        Path folder = Files.createTempDirectory("bench").resolve("checkpoint");
        RandomCheckpoint.write(folder, TestEpisodes.CONFIG, 1, Map.of());
        learner(folder, threads);
        engine(folder, threads);
    }

    private static void engine(Path folder, int threads) throws InterruptedException, ExecutionException {
        EmbeddedSettings bounds = EmbeddedSettings.of("tiny");
        EmbeddedSettings settings = new EmbeddedSettings(
                "tiny",
                bounds.contextTokens(),
                bounds.sequences(),
                bounds.liveCacheBytes(),
                bounds.keptCacheBytes(),
                bounds.imageCacheBytes(),
                threads);
        try (EmbeddedEngine engine = TestEngines.start(folder, settings)) {
            long[] version = {0};
            measure("rollout batch of 256 x 3 turns, new weights", 25, () -> {
                try {
                    engine.loadWeights(folder, new WeightVersion(++version[0]));
                    TestEngines.playTogether(engine, 256, 1);
                } catch (InterruptedException | ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            });
            for (int crowd : new int[] {1, 8, 64, 256}) {
                decode(engine, crowd);
            }
        }
    }

    /** The difference of long and short completions of one prompt is decoding alone. */
    private static void decode(EmbeddedEngine engine, int crowd) throws InterruptedException, ExecutionException {
        long[] nanos = new long[2];
        for (int i = 0; i < 2; i++) {
            int tokens = i == 0 ? 20 : 60;
            nanos[i] = Long.MAX_VALUE;
            for (int round = 0; round < 8; round++) {
                long start = SYSTEM.getProcessCpuTime();
                TestEngines.continueTogether(engine, crowd, tokens);
                nanos[i] = Math.min(nanos[i], SYSTEM.getProcessCpuTime() - start);
            }
        }
        System.out.printf("decode step of %d sequences: processor %.2f ms%n", crowd, (nanos[1] - nanos[0]) / 40e6);
    }

    private static void learner(Path folder, int threads) {
        try (PolicyLearner learner = new PolicyLearner(folder, threads)) {
            LearnSettings settings = new LearnSettings(3e-3, 0.2, 1, 32 * 9);
            TrainerBatch warmUp = TestEpisodes.demonstrations(32, 1);
            measure("warm-up step of 32 x 121", 40, () -> learner.learn(List.of(warmUp), settings));
            TrainerBatch quarter = TestEpisodes.demonstrations(64, 2);
            measure("optimiser step of 64 x 121", 30, () -> learner.learn(List.of(quarter), settings));
            LearnReport report = learner.learn(List.of(quarter), settings);
            System.out.println(report);
        }
    }

    private static void measure(String what, int rounds, Runnable work) {
        long best = Long.MAX_VALUE;
        long bestWall = Long.MAX_VALUE;
        long total = 0;
        for (int i = 0; i < rounds; i++) {
            long cpu = SYSTEM.getProcessCpuTime();
            long wall = System.nanoTime();
            work.run();
            best = Math.min(best, SYSTEM.getProcessCpuTime() - cpu);
            bestWall = Math.min(bestWall, System.nanoTime() - wall);
            total += i < rounds / 2 ? 0 : SYSTEM.getProcessCpuTime() - cpu;
        }
        System.out.printf(
                "%-32s processor %.1f ms best, %.1f ms mean of the later half; wall %.1f ms best%n",
                what, best / 1e6, total / 1e6 / (rounds - rounds / 2), bestWall / 1e6);
    }
}

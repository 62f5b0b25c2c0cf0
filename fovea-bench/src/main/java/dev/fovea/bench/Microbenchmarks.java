package dev.fovea.bench;

import dev.fovea.bench.jmh.ChatBenchmarks;
import dev.fovea.bench.jmh.TrainingBenchmarks;
import dev.fovea.bench.jmh.VisionBenchmarks;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** The JMH classes; each forks a JVM with this one's class path. */
public enum Microbenchmarks {
    /** A screenshot's way to patches. */
    VISION(VisionBenchmarks.class),
    /** A conversation's way to tokens and back. */
    CHAT(ChatBenchmarks.class),
    /** A rollout's way to packed rows. */
    TRAINING(TrainingBenchmarks.class);

    private final Class<?> benchmarks;

    Microbenchmarks(Class<?> benchmarks) {
        this.benchmarks = benchmarks;
    }

    /** Prints JMH's own table; takes about a minute. */
    public void run() {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(benchmarks.getSimpleName())
                .jvmArgs("-Xmx1g", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
            options.jvmArgsAppend("--add-modules=jdk.incubator.vector");
        }
        try {
            new Runner(options.build()).run();
        } catch (RunnerException e) {
            throw new IllegalStateException("JMH failed", e);
        }
    }
}

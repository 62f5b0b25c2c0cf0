package dev.fovea.bench;

import dev.fovea.bench.jmh.VisionBenchmarks;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the JMH classes; each forks a JVM with this one's class path. */
public final class VisionMicrobenchmarks {

    private VisionMicrobenchmarks() {}

    /** Prints JMH's own table; takes about a minute. */
    public static void run() {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(VisionBenchmarks.class.getSimpleName())
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

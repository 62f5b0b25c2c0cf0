package dev.fovea.policy;

import dev.fovea.contract.WeightVersion;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.SamplingParameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Engines over random weights, and crowds of callers. */
final class TestEngines {

    private TestEngines() {}

    static EmbeddedEngine start(Path checkpoint) {
        return start(checkpoint, EmbeddedSettings.of("tiny"));
    }

    static EmbeddedEngine start(Path checkpoint, EmbeddedSettings settings) {
        return new EmbeddedEngine(
                checkpoint,
                new WeightVersion(0),
                (item, _) -> TestEpisodes.pixels(item),
                new TestPositions(),
                settings);
    }

    static EmbeddedSettings withoutKeptCache() {
        EmbeddedSettings settings = EmbeddedSettings.of("tiny");
        return new EmbeddedSettings(
                "tiny", settings.contextTokens(), settings.sequences(), settings.liveCacheBytes(), 0, 0, 1);
    }

    /** Plays {@code count} rollouts at once, a virtual thread each. */
    static List<TestRollout> playTogether(Engine engine, int count, double temperature)
            throws InterruptedException, ExecutionException {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<TestRollout>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long seed = i;
                futures.add(callers.submit(() -> TestRollout.play(engine, seed, temperature)));
            }
            List<TestRollout> rollouts = new ArrayList<>();
            for (Future<TestRollout> future : futures) {
                rollouts.add(future.get());
            }
            return rollouts;
        }
    }

    /** Lets {@code count} callers sample {@code tokens} tokens each behind prompts of 68 tokens. */
    static List<Completion> continueTogether(Engine engine, int count, int tokens)
            throws InterruptedException, ExecutionException {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Completion>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                GenerateRequest request = continuation(i, tokens);
                futures.add(callers.submit(() -> engine.generate(request)));
            }
            List<Completion> completions = new ArrayList<>();
            for (Future<Completion> future : futures) {
                completions.add(future.get());
            }
            return completions;
        }
    }

    static GenerateRequest continuation(int caller, int tokens) {
        return TestRequests.of(new SamplingParameters(1, 1, tokens, OptionalLong.of(caller)));
    }
}

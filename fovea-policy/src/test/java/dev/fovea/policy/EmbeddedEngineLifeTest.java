package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.Completion;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.feed.TrainerBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EmbeddedEngineLifeTest {

    /** Tokens that take many seconds to sample, unless somebody stops it. */
    private static final int ENDLESS = 30_000;

    @TempDir
    static Path temporary;

    private static Path first;
    private static Path second;

    @BeforeAll
    static void writeCheckpoints() {
        first = temporary.resolve("first");
        second = temporary.resolve("second");
        RandomCheckpoint.write(first, TestEpisodes.CONFIG, 3, Map.of());
        RandomCheckpoint.write(second, TestEpisodes.CONFIG, 4, Map.of());
    }

    @Test
    void everyCompletionIsOfTheWeightsThatItNames() throws Exception {
        List<TestRollout> rollouts = new ArrayList<>();
        try (EmbeddedEngine engine = TestEngines.start(first);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<TestRollout>>> waves = new ArrayList<>();
            for (int version = 1; version <= 6; version++) {
                waves.add(callers.submit(() -> TestEngines.playTogether(engine, 12, 1)));
                engine.loadWeights(version % 2 == 0 ? first : second, new WeightVersion(version));
                assertThat(engine.describe().weights()).isEqualTo(new WeightVersion(version));
            }
            for (Future<List<TestRollout>> wave : waves) {
                rollouts.addAll(wave.get());
            }
        }

        assertThat(largestDifference(rollouts, first, 0)).isLessThan(1e-5);
        assertThat(largestDifference(rollouts, second, 1)).isLessThan(1e-5);
    }

    @Test
    void answersThatTogetherOutgrowTheMemoryAreStillThoseOfALoneCaller() throws Exception {
        long fourRows = 4 * KvRegion.bytes(TestEpisodes.CONFIG.text(), 1, 160);
        EmbeddedSettings small = new EmbeddedSettings("tiny", 300, 8, fourRows, 1 << 17, 1 << 20, 1);

        List<Completion> together;
        List<Completion> alone = new ArrayList<>();
        try (EmbeddedEngine engine = TestEngines.start(first, small)) {
            together = TestEngines.continueTogether(engine, 8, 200);
            for (int i = 0; i < 8; i++) {
                alone.add(engine.generate(TestEngines.continuation(i, 200)));
            }
        }

        assertThat(together.stream().map(Completion::ids))
                .isEqualTo(alone.stream().map(Completion::ids).toList());
    }

    @Test
    void trainingBesideSamplingDisturbsNeither() throws Exception {
        TrainerBatch batch = TestEpisodes.demonstrations(16, 1);
        LearnSettings settings = new LearnSettings(0, 0.2, 1, 1);
        List<TestRollout> rollouts;
        try (EmbeddedEngine engine = TestEngines.start(first);
                PolicyLearner learner = new PolicyLearner(first, 1);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            LearnReport alone = learner.learn(List.of(batch), settings);
            Future<List<TestRollout>> sampling = callers.submit(() -> TestEngines.playTogether(engine, 60, 1));
            for (int step = 0; step < 10; step++) {
                assertThat(learner.learn(List.of(batch), settings)).isEqualTo(alone);
            }
            rollouts = sampling.get();
        }

        assertThat(largestDifference(rollouts, first, 0)).isLessThan(1e-5);
    }

    private static double largestDifference(List<TestRollout> rollouts, Path checkpoint, int parity) {
        CheckpointFolder folder = CheckpointFolder.open(checkpoint);
        try (TestModel model = new TestModel(folder.config(), folder.weights(MemoryUse.SERVED))) {
            List<float[][]> logits =
                    model.logits(rollouts.stream().map(TestRollout::whole).toList());
            double largest = 0;
            for (int i = 0; i < rollouts.size(); i++) {
                for (Completion completion : rollouts.get(i).completions()) {
                    if (completion.weights().step() % 2 == parity) {
                        largest = Math.max(largest, rollouts.get(i).difference(completion, logits.get(i)));
                    }
                }
            }
            return largest;
        }
    }

    @Test
    void weightsOfAnotherShapeAreRefusedAndTheOldOnesStay() throws Exception {
        Path other = temporary.resolve("other");
        RandomCheckpoint.write(other, Qwen3VlConfig.demo(400, TestEpisodes.TOKENS), 1, Map.of());

        try (EmbeddedEngine engine = TestEngines.start(first)) {
            assertThatThrownBy(() -> engine.loadWeights(other, new WeightVersion(1)))
                    .isInstanceOf(SetupException.class)
                    .hasMessageContaining("another shape");

            Completion completion = engine.generate(TestRequests.of(TestRequests.sampling(2)));
            assertThat(completion.weights()).isEqualTo(new WeightVersion(0));
        }
    }

    @Test
    void anInterruptedCallerFreesItsPlace() throws Exception {
        EmbeddedSettings onePlace = new EmbeddedSettings("tiny", ENDLESS, 1, 1 << 24, 0, 0, 1);
        CountDownLatch asked = new CountDownLatch(1);
        try (EmbeddedEngine engine = startAnnouncing(asked, onePlace);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Completion> endless =
                    callers.submit(() -> engine.generate(TestRequests.of(TestRequests.sampling(ENDLESS))));
            asked.await();
            endless.cancel(true);

            Completion next = engine.generate(TestRequests.of(TestRequests.sampling(2)));

            assertThat(next.ids().size()).isEqualTo(2);
        }
    }

    @Test
    void closingFailsRequestsInFlightAndLaterOnes() throws Exception {
        EmbeddedSettings long_ = new EmbeddedSettings("tiny", ENDLESS, 2, 1 << 26, 0, 0, 1);
        CountDownLatch asked = new CountDownLatch(3);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            EmbeddedEngine engine = startAnnouncing(asked, long_);
            List<Future<Completion>> endless = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                endless.add(callers.submit(() -> engine.generate(TestRequests.of(TestRequests.sampling(ENDLESS)))));
            }
            asked.await();

            engine.close();

            for (Future<Completion> future : endless) {
                assertThatThrownBy(future::get)
                        .cause()
                        .asInstanceOf(InstanceOfAssertFactories.type(EngineException.class))
                        .extracting(EngineException::code)
                        .isEqualTo(ErrorCode.ENGINE_UNAVAILABLE);
            }
            assertThatThrownBy(() -> engine.generate(TestRequests.of(TestRequests.sampling(2))))
                    .isInstanceOf(EngineException.class);
            engine.close();
        }
    }

    private static EmbeddedEngine startAnnouncing(CountDownLatch asked, EmbeddedSettings settings) {
        return new EmbeddedEngine(
                first,
                new WeightVersion(0),
                (item, _) -> {
                    asked.countDown();
                    return TestEpisodes.pixels(item);
                },
                new TestPositions(),
                settings);
    }

    @Test
    void moreRequestsThanPlacesAreAllServed() throws Exception {
        EmbeddedSettings twoPlaces = new EmbeddedSettings("tiny", 200, 2, 1 << 20, 1 << 17, 4_000, 1);

        List<TestRollout> rollouts;
        try (EmbeddedEngine engine = TestEngines.start(first, twoPlaces)) {
            rollouts = TestEngines.playTogether(engine, 30, 1);
        }

        assertThat(largestDifference(rollouts, first, 0)).isLessThan(1e-5);
    }
}

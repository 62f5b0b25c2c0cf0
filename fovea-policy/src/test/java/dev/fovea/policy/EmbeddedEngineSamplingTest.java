package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedEngineSamplingTest {

    @TempDir
    static Path temporary;

    private static Path checkpoint;

    @BeforeAll
    static void writeCheckpoint() {
        checkpoint = temporary.resolve("checkpoint");
        RandomCheckpoint.write(checkpoint, TestEpisodes.CONFIG, 3, Map.of());
    }

    @Test
    void aCrowdThatSharesBatchesAndCachesHasTheLogprobsOfAWholeForwardPass() throws Exception {
        List<TestRollout> rollouts;
        try (EmbeddedEngine engine = TestEngines.start(checkpoint)) {
            rollouts = new ArrayList<>(TestEngines.playTogether(engine, 40, 1));
            rollouts.addAll(TestEngines.playTogether(engine, 40, 0.7));
        }

        assertThat(largestDifference(rollouts)).isLessThan(1e-5);
    }

    @Test
    void withoutAnyKeptCacheTheLogprobsAreThoseOfAWholeForwardPassToo() throws Exception {
        List<TestRollout> rollouts;
        try (EmbeddedEngine engine = TestEngines.start(checkpoint, TestEngines.withoutKeptCache())) {
            rollouts = TestEngines.playTogether(engine, 20, 1);
        }

        assertThat(largestDifference(rollouts)).isLessThan(1e-5);
    }

    @Test
    void concurrentRequestsGetTheTokensThatTheyWouldGetOneAtATime() throws Exception {
        List<TestRollout> together;
        List<TestRollout> alone = new ArrayList<>();
        try (EmbeddedEngine crowded = TestEngines.start(checkpoint);
                EmbeddedEngine lone = TestEngines.start(checkpoint, TestEngines.withoutKeptCache())) {
            together = TestEngines.playTogether(crowded, 30, 1);
            for (int i = 0; i < 30; i++) {
                alone.add(TestRollout.play(lone, i, 1));
            }
        }

        assertThat(together.stream().map(TestRollout::sampled))
                .isEqualTo(alone.stream().map(TestRollout::sampled).toList());
    }

    @Test
    void greedySamplingTakesTheLikeliestToken() throws Exception {
        TestRollout rollout;
        try (EmbeddedEngine engine = TestEngines.start(checkpoint)) {
            rollout = TestRollout.play(engine, 5, 0);
        }

        float[][] logits = wholeLogits(List.of(rollout)).getFirst();
        rollout.completions().forEach(completion -> {
            float[] first = logits[completion.echo().prompt().size() - 1];
            for (float logit : first) {
                assertThat(logit).isLessThanOrEqualTo(first[completion.ids().get(0)]);
            }
        });
        assertThat(rollout.largestDifference(logits)).isLessThan(1e-5);
    }

    private static double largestDifference(List<TestRollout> rollouts) {
        List<float[][]> logits = wholeLogits(rollouts);
        double largest = 0;
        for (int i = 0; i < rollouts.size(); i++) {
            largest = Math.max(largest, rollouts.get(i).largestDifference(logits.get(i)));
        }
        return largest;
    }

    private static List<float[][]> wholeLogits(List<TestRollout> rollouts) {
        CheckpointFolder folder = CheckpointFolder.open(checkpoint);
        try (TestModel model = new TestModel(folder.config(), folder.weights(MemoryUse.SERVED))) {
            return model.logits(rollouts.stream().map(TestRollout::whole).toList());
        }
    }
}

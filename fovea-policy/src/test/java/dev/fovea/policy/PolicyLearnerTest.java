package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDManager;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.StorageException;
import dev.fovea.training.LearnReport;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.feed.TrainerBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyLearnerTest {

    @TempDir
    Path temporary;

    private Path checkpoint;

    @BeforeEach
    void writeCheckpoint() {
        checkpoint = temporary.resolve("checkpoint");
        RandomCheckpoint.write(checkpoint, TestEpisodes.CONFIG, 3, Map.of());
    }

    @Test
    void theTrainersLogprobsOfSampledTokensAreTheSamplers() throws Exception {
        List<TestRollout> rollouts;
        try (EmbeddedEngine engine = TestEngines.start(checkpoint)) {
            rollouts = new ArrayList<>(TestEngines.playTogether(engine, 40, 1));
            rollouts.addAll(TestEngines.playTogether(engine, 40, 0.6));
            rollouts.addAll(TestEngines.playTogether(engine, 10, 0));
        }
        TrainerBatch batch = TestRow.sampled(rollouts, 0);

        LearnReport report = learn(List.of(batch), settings(0));

        assertThat(report.maxAbsLogprobDifference()).isLessThan(1e-4);
        assertThat(report.klSum()).isBetween(-1e-9, 1e-6);
        assertThat(report.comparedTokens()).isEqualTo(batch.rows().lossMask().count());
        assertThat(report.clippedTokens()).isZero();
        assertThat(report.entropySum() / report.trainedTokens()).isBetween(1.0, Math.log(TestEpisodes.VOCABULARY));
    }

    @Test
    void afterAFewStepsTheLossOfDemonstrationsHasFallen() {
        try (PolicyLearner learner = new PolicyLearner(checkpoint, 1)) {
            double before = learner.learn(demonstrations(1), settings(3e-3)).loss();
            LearnReport last = null;
            for (int step = 2; step < 25; step++) {
                last = learner.learn(demonstrations(step), settings(3e-3));
            }

            assertThat(Objects.requireNonNull(last).loss()).isLessThan(0.6 * before);
        }
    }

    private static List<TrainerBatch> demonstrations(int seed) {
        return List.of(TestEpisodes.demonstrations(16, seed));
    }

    @Test
    void aPolicyGradientMakesPraisedTokensLikelier() throws Exception {
        TestRollout rollout;
        try (EmbeddedEngine engine = TestEngines.start(checkpoint)) {
            rollout = TestRollout.play(engine, 1, 1);
        }
        List<TrainerBatch> praised = List.of(TestRow.sampled(List.of(rollout), 1));
        Path after = temporary.resolve("after");
        try (PolicyLearner learner = new PolicyLearner(checkpoint, 1)) {
            learner.learn(praised, settings(1e-3));
            learner.save(after);
        }

        try (PolicyLearner learner = new PolicyLearner(after, 1)) {
            LearnReport report = learner.learn(praised, settings(0));

            assertThat(report.loss()).isLessThan(-1);
            assertThat(report.clippedTokens()).isPositive();
        }
    }

    @Test
    void gradientsOfSeveralBatchesAddUp() {
        TrainerBatch first = TestEpisodes.demonstrations(5, 1);
        TrainerBatch second = TestEpisodes.demonstrations(7, 2);

        LearnReport apart = learn(List.of(first, second), settings(0));
        LearnReport joined = learn(List.of(TestRow.joined(first, second)), settings(0));

        assertThat(apart.gradientNorm()).isCloseTo(joined.gradientNorm(), within(1e-6));
        assertThat(apart.loss()).isCloseTo(joined.loss(), within(1e-6));
        assertThat(apart.trainedTokens()).isEqualTo(12 * 9);
    }

    @Test
    void paddingInsideTheLastSegmentChangesNothing() {
        TrainerBatch batch = TestEpisodes.demonstrations(5, 1);

        LearnReport padded = learn(List.of(TestRow.padded(batch, 40)), settings(0));

        assertThat(padded).isEqualTo(learn(List.of(batch), settings(0)));
    }

    @Test
    void aSavedFolderIsTheLearnersWeightsAndServes() throws Exception {
        Path saved = temporary.resolve("saved");
        try (PolicyLearner learner = new PolicyLearner(checkpoint, 1)) {
            learner.learn(demonstrations(1), settings(1e-3));
            learner.save(saved);
            assertThatThrownBy(() -> learner.save(saved)).isInstanceOf(StorageException.class);
        }

        try (EmbeddedEngine engine = TestEngines.start(checkpoint);
                PolicyLearner reader = new PolicyLearner(saved, 1)) {
            engine.loadWeights(saved, new WeightVersion(1));
            TestRollout rollout = TestRollout.play(engine, 1, 1);

            LearnReport report = reader.learn(List.of(TestRow.sampled(List.of(rollout), 0)), settings(0));

            assertThat(report.maxAbsLogprobDifference()).isLessThan(1e-4);
        }
    }

    @Test
    void withoutALearningRateTheWeightsStay() {
        Path saved = temporary.resolve("saved");
        try (PolicyLearner learner = new PolicyLearner(checkpoint, 1)) {
            learner.learn(demonstrations(1), settings(0));
            learner.save(saved);
        }

        assertThat(sameWeights(checkpoint, saved)).isTrue();
    }

    @Test
    void aLossThatIsNoNumberEndsTheTrainingBeforeTheUpdate() {
        TrainerBatch batch = TestEpisodes.demonstrations(3, 1);
        TrainerBatch poisoned = TestRow.with(
                batch,
                TokenValues.filled(batch.rows().size(), Double.NaN),
                LossStreams.none(),
                batch.rows().lossMask());
        Path saved = temporary.resolve("saved");

        try (PolicyLearner learner = new PolicyLearner(checkpoint, 1)) {
            EngineException failure =
                    catchThrowableOfType(EngineException.class, () -> learner.learn(List.of(poisoned), settings(1e-3)));
            learner.save(saved);

            assertThat(failure.code()).isEqualTo(ErrorCode.TRAINING_FAILED);
        }

        assertThat(sameWeights(checkpoint, saved)).isTrue();
    }

    @Test
    void aLossOnTheFirstTokenOfASampleIsRefused() {
        TrainerBatch batch = TestEpisodes.demonstrations(3, 1);
        MicroBatch rows = batch.rows();
        TrainerBatch wrong =
                TestRow.with(batch, rows.advantages(), rows.streams(), TokenMask.filled(rows.size(), true));

        assertThatThrownBy(() -> learn(List.of(wrong), settings(0)))
                .isInstanceOf(IdentityException.class)
                .hasMessageContaining("token 0");
    }

    @Test
    void aBatchWithoutTrainedTokensChangesNothing() {
        TrainerBatch batch = TestEpisodes.demonstrations(3, 1);
        MicroBatch rows = batch.rows();
        TrainerBatch untrained =
                TestRow.with(batch, rows.advantages(), rows.streams(), TokenMask.filled(rows.size(), false));

        LearnReport report = learn(List.of(untrained), settings(1e-3));

        assertThat(report).isEqualTo(new LearnReport(0, 0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void stepsLeaveNoNativeArraysBehind() {
        try (PolicyLearner learner = new PolicyLearner(checkpoint, 1);
                NDManager manager = NDManager.newBaseManager()) {
            learner.learn(demonstrations(1), settings(1e-3));
            int before = manager.getParentManager().getManagedArrays().size();
            for (int step = 0; step < 5; step++) {
                learner.learn(demonstrations(step), settings(1e-3));
            }

            assertThat(manager.getParentManager().getManagedArrays()).hasSize(before);
        }
    }

    private LearnReport learn(List<TrainerBatch> batches, LearnSettings settings) {
        try (PolicyLearner learner = new PolicyLearner(checkpoint, 1)) {
            return learner.learn(batches, settings);
        }
    }

    private static LearnSettings settings(double rate) {
        return new LearnSettings(rate, 0.2, 1, 9);
    }

    private static boolean sameWeights(Path first, Path second) {
        try (WeightMemory one = CheckpointFolder.open(first).weights(MemoryUse.SERVED);
                WeightMemory other = CheckpointFolder.open(second).weights(MemoryUse.SERVED)) {
            return one.all().mismatch(other.all()) < 0;
        }
    }
}

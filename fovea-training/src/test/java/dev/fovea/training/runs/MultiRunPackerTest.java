package dev.fovea.training.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TrainingBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.PackSettings;
import dev.fovea.training.Samples;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MultiRunPackerTest {

    private static final PackSettings SETTINGS = PackSettings.forRanks(16, 1, 2).withAdapters(3);

    private static MultiRunPacker twoRuns() {
        MultiRunPacker packer = new MultiRunPacker(SETTINGS, new ProofLedger());
        packer.open(0, "first", 4);
        packer.open(2, "second", 1);
        return packer;
    }

    private static TrainingBatch batch(long step, TrainingSample... samples) {
        return new TrainingBatch(List.of(samples), step, null);
    }

    @Test
    void aRowHoldsOneRunAndIsStampedWithItsStep() {
        MultiRunPacker packer = twoRuns();
        packer.offer(0, batch(4, Samples.of(1, 6), Samples.of(11, 5)));
        packer.offer(2, batch(1, Samples.of(21, 7), Samples.of(31, 4)));

        List<MicroBatch> rows = packer.pack().orElseThrow().rows(0).toList();

        assertThat(rows).extracting(MicroBatch::runId).containsExactly("first", "second");
        assertThat(rows).extracting(MicroBatch::runStep).containsExactly(4L, 1L);
        assertThat(rows.getLast().loraTokens())
                .containsExactly(0, 0, rows.getLast().size());
        assertThat(packer.step(0)).contains(5L);
    }

    @Test
    void samplesOfALaterStepWait() {
        MultiRunPacker packer = twoRuns();
        packer.offer(0, batch(4, Samples.of(1, 6)));
        packer.offer(0, batch(5, Samples.of(11, 5)));

        assertThat(packer.readyTokens()).isEqualTo(6);
        packer.pack();
        assertThat(packer.waiting(0)).isEqualTo(1);
        assertThat(packer.readyTokens()).isEqualTo(5);
    }

    static Stream<TrainingSample> badSamples() {
        TrainingSample good = Samples.of(1, 6);
        return Stream.of(
                good.withMask(TokenMask.filled(5, true)),
                good.withScores(null, LossStreams.none(), null),
                good.withScores(
                        good.advantages(),
                        new LossStreams(dev.fovea.contract.TokenValues.filled(3, 1.0), null, null),
                        null),
                good.withTemperatures(dev.fovea.contract.TokenValues.empty()),
                Samples.of(1, 17),
                Samples.of(1, 0 + 6, Samples.span(1, 2)).withImages(List.of()));
    }

    /** Each of these passes the field's check, or ends its packer, and every run with it. */
    @ParameterizedTest
    @MethodSource("badSamples")
    void aRunWithABadSampleIsPutOutAndTheOthersGoOn(TrainingSample bad) {
        MultiRunPacker packer = twoRuns();
        packer.offer(0, batch(4, Samples.of(1, 6)));

        Optional<Eviction> eviction = packer.offer(2, batch(1, Samples.of(21, 7), bad));

        assertThat(eviction.orElseThrow().reason()).startsWith("sample 1 of step 1: ");
        assertThat(eviction.orElseThrow().run()).isEqualTo("second");
        assertThat(packer.waiting(2)).isZero();
        assertThat(packer.pack().orElseThrow().runs()).extracting(RunStep::run).containsExactly("first");
    }

    @Test
    void aBatchWithoutSamplesPutsItsRunOut() {
        assertThat(twoRuns().offer(0, batch(4)).orElseThrow().reason()).isEqualTo("a batch without samples");
    }

    @Test
    void noRunWaitsTwiceForTheBudget() {
        MultiRunPacker packer = twoRuns();
        packer.offer(
                0,
                batch(
                        4,
                        IntStream.range(0, 5)
                                .mapToObj(i -> Samples.of(100 * i, 10))
                                .toArray(TrainingSample[]::new)));
        packer.offer(2, batch(1, Samples.of(21, 7)));

        MultiRunStep first = packer.pack().orElseThrow();
        MultiRunStep second = packer.pack().orElseThrow();

        assertThat(first.runs()).extracting(RunStep::run).containsExactly("first");
        assertThat(first.runs().getFirst().finished()).isEqualTo(RunStep.Progress.MORE_TO_COME);
        assertThat(second.runs()).extracting(RunStep::run).containsExactly("first", "second");
        assertThat(packer.pack()).isEmpty();
    }
}

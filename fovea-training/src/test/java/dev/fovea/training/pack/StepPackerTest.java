package dev.fovea.training.pack;

import static dev.fovea.training.Samples.span;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.wire.TrainingBatchWriter;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.training.PackSettings;
import dev.fovea.training.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepPackerTest {

    @TempDir
    private Path folder;

    private static PackedStep pack(PackSettings settings, List<TrainingSample> samples) {
        return new StepPacker(settings, new ProofLedger()).pack(samples);
    }

    @Test
    void aBadSampleIsLeftOutAndTheOthersArePacked() {
        TrainingSample shortMask = Samples.of(1, 5).withMask(TokenMask.filled(4, true));
        TrainingSample unscored = Samples.of(1, 5)
                .withScores(null, dev.fovea.contract.LossStreams.none(), null)
                .withMask(TokenMask.filled(5, true));
        TrainingSample drifted = Samples.of(1, 6, span(1, 2)).withImages(List.of(Samples.image(span(2, 2))));

        PackedStep step = pack(
                PackSettings.forRanks(16, 1, 1),
                List.of(shortMask, Samples.of(10, 6), unscored, drifted, Samples.of(20, 20, span(0, 18))));

        assertThat(step.counts().packed()).isEqualTo(1);
        assertThat(step.counts().refused())
                .extracting(RefusedSample::index, RefusedSample::fault)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(0, SampleFault.UNEVEN),
                        org.assertj.core.groups.Tuple.tuple(2, SampleFault.UNSCORED),
                        org.assertj.core.groups.Tuple.tuple(3, SampleFault.DRIFTED),
                        org.assertj.core.groups.Tuple.tuple(4, SampleFault.LEADING_IMAGE));
    }

    @Test
    void whoWantsNoBadSampleIsStopped() {
        TrainingSample shortMask = Samples.of(1, 5).withMask(TokenMask.filled(4, true));

        assertThatThrownBy(() -> pack(new PackSettings(16, 1), List.of(shortMask)))
                .isInstanceOfSatisfying(
                        RequestException.class,
                        error -> assertThat(error.what()).contains("sample 0", "mask has 4 entries for 5 tokens"));
    }

    /** Section 7.4 of the training specification: two ranks, one of which would get a filler. */
    @Test
    void aRowWithTwoSamplesWithImagesIsSplitRatherThanFilled() {
        List<TrainingSample> two = List.of(Samples.of(1, 5, span(1, 2)), Samples.of(11, 5, span(1, 2)));
        PackSettings settings = PackSettings.forRanks(16, 1, 2);

        assertThat(pack(settings, two).plan().load().fillers()).isZero();
        assertThat(pack(settings.withSplitting(RowSplitting.TEXT_ROWS), two)
                        .plan()
                        .load()
                        .fillers())
                .isEqualTo(1);
    }

    @Test
    void aFillerCostsAsMuchAndTrainsNothing() {
        TrainingSample only = Samples.of(1, 9, span(1, 2))
                .withScores(
                        TokenValues.filled(9, 1.0),
                        dev.fovea.contract.LossStreams.crossEntropy(TokenMask.filled(9, true)),
                        null);

        PackedStep step = pack(PackSettings.forRanks(16, 4, 2), List.of(only));
        List<MicroBatch> rows = List.of(
                step.rows(0).findFirst().orElseThrow(), step.rows(1).findFirst().orElseThrow());
        MicroBatch filler = rows.stream()
                .filter(row -> row.lossMask().count() == 0)
                .findFirst()
                .orElseThrow();

        assertThat(rows).allMatch(row -> row.size() == 12 && row.images().size() == 1);
        assertThat(filler.streams().ce()).isNull();
        assertThat(filler.advantages()).isEqualTo(TokenValues.filled(12, 0.0));
    }

    @Test
    void routedExpertsOfTwoFormsNeverShareARow() {
        TrainingSample narrow = withExperts(Samples.of(1, 4), RoutedExperts.of(new byte[8], 4, 2, 1, "uint8"));
        TrainingSample wide = withExperts(Samples.of(1, 4), RoutedExperts.of(new byte[16], 4, 2, 2, "uint8"));

        assertThat(pack(PackSettings.forRanks(16, 1, 1), List.of(narrow, wide, narrow))
                        .plan()
                        .ranks()
                        .getFirst())
                .hasSize(2);
    }

    private static TrainingSample withExperts(TrainingSample sample, RoutedExperts experts) {
        return new TrainingSample(
                sample.ids(),
                sample.mask(),
                sample.logprobs(),
                sample.temperatures(),
                sample.envName(),
                null,
                sample.images(),
                experts,
                sample.tokenTypes(),
                sample.streams(),
                sample.advantages());
    }

    @Test
    void samplesOfAFileArePackedLikeThoseInMemory() throws IOException {
        List<TrainingSample> samples =
                List.of(Samples.of(1, 30, span(2, 4)), Samples.of(40, 7), Samples.of(50, 9, span(0, 3)));
        Path file = folder.resolve("train_rollouts.bin");
        try (OutputStream out = Files.newOutputStream(file)) {
            TrainingBatchWriter batch = new TrainingBatchWriter(out, samples.size(), 7);
            for (TrainingSample sample : samples) {
                batch.write(sample);
            }
            batch.finish();
        }

        try (SampleFile stored = SampleFile.open(file)) {
            PackSettings settings = PackSettings.forRanks(16, 4, 2);
            PackedStep fromFile = new StepPacker(settings, new ProofLedger()).pack(stored, sample -> 0);

            assertThat(stored.step()).isEqualTo(7);
            for (int rank = 0; rank < 2; rank++) {
                assertThat(written(fromFile, rank)).isEqualTo(written(pack(settings, samples), rank));
            }
        }
    }

    @Test
    void aSampleWhoseBytesAreNoneIsLeftOut() throws IOException {
        Path file = folder.resolve("broken.bin");
        byte[] batch = WireCodec.TRAINING_BATCH.encode(
                new dev.fovea.contract.TrainingBatch(List.of(Samples.of(1, 4), Samples.of(9, 5)), 1, null));
        batch[4] = (byte) 0xc3; // the first id becomes a truth value
        Files.write(file, batch);

        try (SampleFile stored = SampleFile.open(file)) {
            PackCounts counts = new StepPacker(PackSettings.forRanks(16, 1, 1), new ProofLedger())
                    .pack(stored, sample -> 0)
                    .counts();

            assertThat(counts.packed()).isEqualTo(1);
            assertThat(counts.refused().getFirst().fault()).isEqualTo(SampleFault.UNREADABLE);
        }
    }

    private static List<MicroBatch> written(PackedStep step, int rank) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        step.write(rank, bytes);
        return WireCodec.MICRO_BATCHES.read(ByteBuffer.wrap(bytes.toByteArray()));
    }
}

package dev.fovea.training;

import static dev.fovea.training.Samples.span;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackerTest {

    @Test
    void imagesAreRebasedToTheirPlaceInTheRow() {
        PackedRows packed = new Packer(new PackSettings(16, 1), new ProofLedger())
                .pack(List.of(Samples.of(100, 7, span(1, 2), span(3, 2)), Samples.of(200, 6, span(0, 3))));

        MicroBatch row = packed.rows().getFirst();
        assertThat(packed.rows()).hasSize(1);
        assertThat(row.sequenceLengths()).containsExactly(7, 6);
        assertThat(row.images().stream().map(image -> image.placeholder().offset()))
                .containsExactly(1, 3, 7);
        assertThat(row.positionIds()).isEqualTo(TokenIds.of(0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5));
    }

    /** The members of case 017: a row's lists all have the row's length, padding included. */
    @Test
    void paddingGrowsTheLastSegmentAndEveryStream() {
        List<TrainingSample> members =
                List.of(Samples.of(10, 11, span(2, 6)), Samples.of(30, 9, span(3, 4)), Samples.of(50, 3));

        MicroBatch row = new Packer(new PackSettings(32, 8), new ProofLedger())
                .pack(members)
                .rows()
                .getFirst();

        assertThat(row.size()).isEqualTo(24);
        assertThat(row.sequenceLengths()).containsExactly(11, 9, 4);
        assertThat(row.tokenTypes())
                .isEqualTo(TokenIds.of(0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0));
        assertThat(row.images().stream().map(image -> image.placeholder().offset()))
                .containsExactly(2, 14);
        assertThat(row.lossMask().get(23)).isFalse();
        assertThat(row.envNames().size()).isEqualTo(24);
        assertThat(row.envNames().get(23)).isEmpty();
        assertThat(row.positionIds().get(23)).isZero();
    }

    @Test
    void imagesOfTwoFamiliesNeverShareARow() {
        TrainingSample kimi = withFamily(Samples.of(200, 6, span(0, 3)), "kimi_k25");

        assertThat(new Packer(new PackSettings(64, 1), new ProofLedger())
                        .pack(List.of(Samples.of(100, 7, span(1, 2)), kimi, Samples.of(300, 5)))
                        .rows())
                .hasSize(2);
    }

    @Test
    void randomPackingsKeepEveryTokenOnceAndNoRowIsTooLong() {
        long seed = 20_260_902;
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<TrainingSample> samples = new ArrayList<>();
            int tokens = 0;
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                int size = 3 + random.nextInt(30);
                samples.add(random.nextBoolean() ? Samples.of(1000 * i, size, span(1, 2)) : Samples.of(1000 * i, size));
                tokens += size;
            }

            List<MicroBatch> rows = new Packer(new PackSettings(64, 1), new ProofLedger())
                    .pack(samples)
                    .rows();

            assertThat(rows).as("seed %d round %d", seed, round).allMatch(row -> row.size() <= 64);
            assertThat(rows.stream().mapToInt(MicroBatch::size).sum())
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(tokens);
        }
    }

    @Test
    void whatLostItsTailIsCounted() {
        PackedRows packed = new Packer(new PackSettings(8, 1), new ProofLedger())
                .pack(List.of(Samples.of(1, 12, span(2, 2), span(7, 4)), Samples.of(1, 12, span(0, 9))));

        assertThat(packed.truncatedSamples()).isEqualTo(1);
        assertThat(packed.truncatedImages()).isEqualTo(1);
        assertThat(packed.refusedSamples()).isEqualTo(1);
    }

    @Test
    void aPadOutsideEverySpanIsAnError() {
        TrainingSample drifted = withTypes(Samples.of(1, 6, span(1, 2)), TokenIds.of(0, 1, 1, 1, 0, 0));

        assertThatThrownBy(() -> new Packer(new PackSettings(8, 1), new ProofLedger()).pack(List.of(drifted)))
                .isInstanceOfSatisfying(
                        IdentityException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.PLACEHOLDER_MISMATCH));
    }

    @Test
    void aShiftedOffsetIsAnError() {
        TrainingSample sample = Samples.of(1, 6, span(1, 2));
        TrainingSample shifted =
                withImages(sample, List.of(sample.images().getFirst().shifted(1)));

        assertThatThrownBy(() -> new Packer(new PackSettings(8, 1), new ProofLedger()).pack(List.of(shifted)))
                .isInstanceOf(IdentityException.class);
    }

    @Test
    void aDroppedReferenceIsAnError() {
        TrainingSample blind = withImages(Samples.of(1, 6, span(1, 2)), List.of());

        assertThatThrownBy(() -> new Packer(new PackSettings(8, 1), new ProofLedger()).pack(List.of(blind)))
                .isInstanceOf(IdentityException.class);
    }

    private static TrainingSample withFamily(TrainingSample sample, String family) {
        return withImages(
                sample,
                sample.images().stream()
                        .map(image -> new ImageRef(
                                Samples.descriptor(family, "file:///k.png"),
                                new MmHash("b".repeat(32)),
                                image.placeholder()))
                        .toList());
    }

    private static TrainingSample withImages(TrainingSample sample, List<ImageRef> images) {
        return new TrainingSample(
                sample.ids(),
                sample.mask(),
                sample.logprobs(),
                sample.temperatures(),
                sample.envName(),
                null,
                images,
                null,
                sample.tokenTypes(),
                LossStreams.none(),
                sample.advantages());
    }

    private static TrainingSample withTypes(TrainingSample sample, TokenIds types) {
        return new TrainingSample(
                sample.ids(),
                sample.mask(),
                sample.logprobs(),
                sample.temperatures(),
                sample.envName(),
                null,
                sample.images(),
                null,
                types,
                LossStreams.none(),
                sample.advantages());
    }
}

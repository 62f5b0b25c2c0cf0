package dev.fovea.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MiniBatchesTest {

    @Test
    void everySampleIsDealtOnceAndSharesAreEqual() {
        List<TrainingSample> samples = samples(10);

        List<List<TrainingSample>> dealt = MiniBatches.deal(samples, 4);

        assertThat(dealt.stream().map(List::size)).containsExactly(2, 3, 2, 3);
        assertThat(dealt.stream().flatMap(List::stream)).containsExactlyElementsOf(samples);
    }

    @Test
    void noMiniBatchIsEmpty() {
        assertThat(MiniBatches.deal(samples(1), 4)).hasSize(1);
        assertThat(MiniBatches.deal(List.of(), 4)).isEmpty();
    }

    private static List<TrainingSample> samples(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new TrainingSample(
                        ExpandedIds.of(i),
                        TokenMask.of(true),
                        TokenValues.of(0),
                        TokenValues.of(1),
                        "env",
                        null,
                        List.of(),
                        null,
                        null,
                        LossStreams.none(),
                        TokenValues.of(0)))
                .toList();
    }
}

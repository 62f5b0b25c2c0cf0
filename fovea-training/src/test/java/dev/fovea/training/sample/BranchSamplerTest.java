package dev.fovea.training.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.trace.Origin;
import dev.fovea.training.Samples;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BranchSamplerTest {

    private static final int PAD = 9;
    private static final TokenTypes MAPPED = new TokenTypes.Ids(Map.of(PAD, 1));

    private static SampleNode given(int id, String role, int[] ids, SidecarImage... images) {
        return node(id, role, Origin.INPUT, ids, new boolean[ids.length], new double[0], null, images);
    }

    private static SampleNode sampled(int id, int[] ids, boolean[] mask, double... logprobs) {
        return node(id, "assistant", Origin.SAMPLED, ids, mask, logprobs, null);
    }

    private static SampleNode node(
            int id,
            String role,
            Origin origin,
            int[] ids,
            boolean[] mask,
            double[] logprobs,
            @Nullable RoutedExperts experts,
            SidecarImage... images) {
        return new SampleNode(
                id,
                role,
                origin,
                TokenIds.of(ids),
                TokenMask.of(mask),
                null,
                TokenValues.of(logprobs),
                List.of(images),
                experts,
                null);
    }

    private static SidecarImage image(int offset, int length) {
        return image("qwen_vl", "file:///i.png", offset, length);
    }

    private static SidecarImage image(String family, String uri, int offset, int length) {
        return new SidecarImage(
                Samples.descriptor(family, uri),
                Samples.image(Samples.span(offset, length)).hash(),
                Samples.span(offset, length));
    }

    private static List<TrainingSample> samples(TokenTypes types, List<List<SampleNode>> branches) {
        return new BranchSampler("e", 0.5, Origin.SAMPLED, types)
                .samples(branches).stream().map(BranchSample::sample).toList();
    }

    private static final SampleNode ANSWER =
            sampled(1, new int[] {20, 21, 22}, new boolean[] {false, true, true}, -1, -2);

    @Test
    void aMessageThatTwoBranchesShareIsTrainedInTheFirst() {
        SampleNode question = given(0, "user", new int[] {1, 2});
        SampleNode left = sampled(2, new int[] {30}, new boolean[] {true}, -3);
        SampleNode right = sampled(3, new int[] {31}, new boolean[] {true}, -4);

        List<TrainingSample> samples =
                samples(MAPPED, List.of(List.of(question, ANSWER, left), List.of(question, ANSWER, right)));

        assertThat(samples.getFirst().mask()).hasToString("000111");
        assertThat(samples.getLast().mask()).hasToString("000001");
        assertThat(samples.getLast().logprobs()).isEqualTo(TokenValues.of(0, 0, 0, -1, -2, -4));
        assertThat(samples.getFirst().temperatures()).isEqualTo(TokenValues.filled(6, 0.5));
        assertThat(samples.getFirst().advantages()).isNull();
    }

    @Test
    void aBranchWithNothingMoreToTrainMakesNoSample() {
        SampleNode question = given(0, "user", new int[] {1, 2});

        assertThat(samples(
                        MAPPED,
                        List.of(List.of(question, ANSWER), List.of(question, ANSWER, given(2, "user", new int[] {5})))))
                .hasSize(1);
    }

    @Test
    void typesAreThoseOfTheSpansAndASampledPadIsText() {
        SampleNode question = given(0, "user", new int[] {1, PAD, PAD}, image(1, 2));
        SampleNode dreaming = sampled(1, new int[] {7, PAD}, new boolean[] {true, true}, -1, -1);

        assertThat(samples(MAPPED, List.of(List.of(question, dreaming)))
                        .getFirst()
                        .tokenTypes())
                .isEqualTo(TokenIds.of(0, 1, 1, 0, 0));
    }

    @Test
    void padsAndSpansThatDifferAreErrors() {
        assertDrift(given(0, "user", new int[] {1, PAD, 3}, image(1, 2)), "token 2 is no image token");
        assertDrift(given(0, "user", new int[] {1, PAD, PAD}, image(1, 1)), "token 2 is an image token outside");
        assertDrift(given(0, "user", new int[] {1, PAD, PAD}), "token 1 is an image token outside");
        assertDrift(given(0, "user", new int[] {1, PAD, PAD}, image(10, 2)), "reaches to token 12 of 6");
        assertDrift(
                given(0, "user", new int[] {PAD, PAD}, image(0, 1), image("kimi_k25", "file:///k.png", 1, 1)),
                "two families");
        assertDrift(given(0, "user", new int[] {PAD, PAD}, image(1, 1), image(0, 1)), "before the previous one ends");
    }

    private static void assertDrift(SampleNode question, String what) {
        assertThatThrownBy(() -> samples(MAPPED, List.of(List.of(question, ANSWER))))
                .isInstanceOfSatisfying(IdentityException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.PLACEHOLDER_MISMATCH);
                    assertThat(error.what()).contains(what);
                });
    }

    @Test
    void anImageWithoutALocalFileIsRefused() {
        SampleNode remote = given(0, "user", new int[] {1, PAD}, image("qwen_vl", "https://h/x.png", 1, 1));

        assertThatThrownBy(() -> samples(MAPPED, List.of(List.of(remote, ANSWER))))
                .isInstanceOf(RequestException.class);
    }

    @Test
    void listsThatDoNotFitAreRefusedByTheMessage() {
        assertThatThrownBy(() -> sampled(1, new int[] {1, 2}, new boolean[] {true}, -1))
                .hasMessageContaining("message 1 has a mask of 1 for 2 tokens");
        assertThatThrownBy(() -> sampled(1, new int[] {1, 2}, new boolean[] {true, true}, -1))
                .hasMessageContaining("1 logprobs for 2 sampled tokens");
        assertThatThrownBy(
                        () -> node(1, "user", Origin.INPUT, new int[] {1}, new boolean[] {true}, new double[0], null))
                .hasMessageContaining("was not sampled and marks 1 tokens");
    }

    @Test
    void oneMissingRowOfExpertsIsTheRowBeforeAndTwoAreNone() {
        RoutedExperts three = RoutedExperts.of(new byte[] {1, 2, 3}, 3, 1, 1, "uint8");

        assertThat(RoutedRows.aligned(three, 4)).isEqualTo(RoutedExperts.of(new byte[] {1, 2, 3, 3}, 4, 1, 1, "uint8"));
        assertThat(RoutedRows.aligned(three, 2)).isEqualTo(RoutedExperts.of(new byte[] {1, 2}, 2, 1, 1, "uint8"));
        assertThat(RoutedRows.aligned(three, 5)).isNull();
    }

    @Test
    void observationsBeginBehindTheFirstAnswer() {
        SampleNode before = given(0, "tool", new int[] {1});
        SampleNode after = given(2, "tool", new int[] {5, 6});

        assertThat(Observations.TOOLS.of(List.of(before, ANSWER, after)))
                .isEqualTo(TokenValues.of(0, 0, 0, 0, 0.1, 0.1));
        assertThat(Observations.TOOLS.of(List.of(before, ANSWER))).isNull();
    }
}

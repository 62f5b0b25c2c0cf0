package dev.fovea.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightSpans;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.IdentityException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where turns leave the newest branch, and what keeps older ones alive. */
class TraceForksTest {

    private final Trace trace = Turns.trace();

    /** Case 007: null, absent, "" and [] have one key, so that the history is known whatever its spelling. */
    @Test
    void aHistoryThatIsSentAgainInAnotherSpellingForksNothing() {
        List<RecordedMessage> history = List.of(
                Turns.message("user", "run it"), Turns.message("assistant", "call"), Turns.message("tool", "ok"));

        for (int spelling = 0; spelling < 4; spelling++) {
            trace.commit(
                    trace.prepare(history),
                    Turns.tokens(new int[] {1, 2, 3, 4}, List.of(1, 2, 3), new int[] {50 + spelling}),
                    Turns.message("assistant", "done " + spelling),
                    Turns.facts(false));
        }

        assertThat(trace.nodes())
                .filteredOn(node -> node.origin() == Origin.INPUT)
                .hasSize(3);
        assertThat(trace.calls().stream().map(ModelCall::fork))
                .containsExactly(null, ForkCause.RESAMPLED, ForkCause.RESAMPLED, ForkCause.RESAMPLED);
    }

    @Test
    void twoAnswersOfTheSameWordsButOtherTokensCanBothBeContinued() {
        answer("same", 20);
        answer("same", 21, 22);

        continued(new int[] {1, 2, 20}, 60);
        continued(new int[] {1, 2, 21, 22}, 61);
        continuedTwice(new int[] {1, 2, 20}, 60, 70);

        assertThat(trace.branches().stream().map(Branch::ids))
                .containsExactly(ExpandedIds.of(1, 2, 21, 22, 8, 61), ExpandedIds.of(1, 2, 20, 8, 60, 8, 70));
        assertThat(trace.nodes())
                .filteredOn(node -> node.origin() == Origin.SAMPLED)
                .hasSize(5);
    }

    @Test
    void anAnswerThatIsContinuedInTwoWaysIsABranchAndNoRewriting() {
        answer("a", 20);
        continued(new int[] {1, 2, 20}, 60);
        commit(
                List.of(Turns.message("user", "q"), Turns.message("assistant", "a"), Turns.message("tool", "other")),
                new int[] {1, 2, 20, 9},
                List.of(0, 0, 4),
                61);

        assertThat(trace.calls().getLast().fork()).isEqualTo(ForkCause.BRANCHED);
    }

    @Test
    void aDroppedReasoningRewritesTheHistory() {
        answer("with reasoning", 20);
        commit(
                List.of(Turns.message("user", "q"), Turns.message("assistant", "without"), Turns.message("tool", "r")),
                new int[] {1, 2, 99, 8},
                List.of(1, 3, 4),
                60);

        assertThat(trace.calls().getLast().fork()).isEqualTo(ForkCause.HISTORY_REWRITTEN);
        assertThat(trace.branches().stream().map(Branch::ids))
                .containsExactly(ExpandedIds.of(1, 2, 20), ExpandedIds.of(1, 2, 99, 8, 60));
    }

    @Test
    void theSameTailSampledAgainIsBridgedFromTheSameTurn() {
        answer("a", 20);
        continued(new int[] {1, 2, 20}, 60);
        List<RecordedMessage> again =
                List.of(Turns.message("user", "q"), Turns.message("assistant", "a"), Turns.message("tool", "r"));

        PendingTurn turn = trace.prepare(again);

        assertThat(turn.prefix()).hasSize(3);
        assertThat(turn.tailStart()).isEqualTo(2);
        assertThat(turn.previous()).hasValueSatisfying(previous -> {
            assertThat(previous.prompt()).isEqualTo(ExpandedIds.of(1, 2));
            assertThat(previous.completion()).isEqualTo(TokenIds.of(20));
        });
        commit(again, new int[] {1, 2, 20, 8}, List.of(0, 0, 4), 61);
        assertThat(trace.calls().getLast().fork()).isEqualTo(ForkCause.RESAMPLED);
    }

    @Test
    void aTurnIsMatchedAgainWhereTheGraphGrewMeanwhile() {
        PendingTurn slow = trace.prepare(List.of(Turns.message("user", "q")));
        answer("quick", 20);

        trace.commit(
                slow,
                Turns.tokens(new int[] {1, 2}, List.of(1), new int[] {21}),
                Turns.message("assistant", "slow"),
                Turns.facts(false));

        assertThat(trace.nodes()).hasSize(3);
        assertThat(trace.branches()).hasSize(2);
    }

    @Test
    void anImageOfAKnownMessageCannotVanishFromThePrompt() {
        Turns.firstTurn(trace);
        int[] prompt = {1, 2, 3, 4, 9, 9, 5, 6, 7, 20, 21, 8, 10, 9, 9, 11, 6, 7};
        PendingTurn turn = trace.prepare(Turns.secondMessages());

        assertThatThrownBy(() -> trace.commit(
                        turn,
                        Turns.tokens(prompt, List.of(0, 0, 0, 16), new int[] {22}, Turns.image("B", 13, 2)),
                        Turns.message("assistant", "done"),
                        Turns.facts(true)))
                .isInstanceOf(IdentityException.class);
        assertThatThrownBy(() -> trace.commit(
                        turn,
                        Turns.tokens(
                                prompt,
                                List.of(0, 0, 0, 16),
                                new int[] {22},
                                Turns.image("C", 4, 2),
                                Turns.image("B", 13, 2)),
                        Turns.message("assistant", "done"),
                        Turns.facts(true)))
                .isInstanceOf(IdentityException.class);
        assertThat(trace.nodes()).hasSize(3);
    }

    @Test
    void aLogprobThatIsNoNumberIsRefusedBeforeAnythingIsRecorded() {
        TurnTokens tokens = new TurnTokens(
                ExpandedIds.of(1, 2),
                List.of(1),
                TokenMask.filled(2, true),
                MultiModalData.none(),
                TokenIds.of(20),
                TokenValues.of(Double.NaN),
                WeightSpans.of(new WeightVersion(0), 1),
                TokensDigest.of(TokenIds.of(1, 2), TokenIds.of(20)));
        PendingTurn turn = trace.prepare(List.of(Turns.message("user", "q")));

        assertThatThrownBy(() -> trace.commit(turn, tokens, Turns.message("assistant", "a"), Turns.facts(false)))
                .isInstanceOf(IdentityException.class);
        assertThat(trace.nodes()).isEmpty();
    }

    /** A first turn: prompt 1 2, of which 2 is the generation prompt. */
    private void answer(String text, int... sampled) {
        trace.commit(
                trace.prepare(List.of(Turns.message("user", "q"))),
                Turns.tokens(new int[] {1, 2}, List.of(1), sampled),
                Turns.message("assistant", text),
                Turns.facts(false));
    }

    /** A second turn behind {@code before}: a tool's result of one token, 8. */
    private void continued(int[] before, int sampled) {
        int[] prompt = Arrays.copyOf(before, before.length + 1);
        prompt[before.length] = 8;
        String said = trace.nodes().get(1).message().json().contains("same") ? "same" : "a";
        commit(
                List.of(Turns.message("user", "q"), Turns.message("assistant", said), Turns.message("tool", "r")),
                prompt,
                List.of(0, 0, prompt.length),
                sampled);
    }

    private void continuedTwice(int[] before, int first, int second) {
        int[] prompt = Arrays.copyOf(before, before.length + 3);
        prompt[before.length] = 8;
        prompt[before.length + 1] = first;
        prompt[before.length + 2] = 8;
        commit(
                List.of(
                        Turns.message("user", "q"),
                        Turns.message("assistant", "same"),
                        Turns.message("tool", "r"),
                        Turns.message("assistant", "answer " + first),
                        Turns.message("tool", "r")),
                prompt,
                List.of(0, 0, 0, 0, prompt.length),
                second);
    }

    private void commit(List<RecordedMessage> messages, int[] prompt, List<Integer> ends, int sampled) {
        trace.commit(
                trace.prepare(messages),
                Turns.tokens(prompt, ends, new int[] {sampled}),
                Turns.message("assistant", "answer " + sampled),
                Turns.facts(true));
    }
}

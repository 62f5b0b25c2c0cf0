package dev.fovea.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceTest {

    private final Trace trace = Turns.trace();

    /** The multi-turn image rollout of the rollout specification, section 19. */
    @Test
    void twoTurnsWithImagesBecomeOneBranchWhoseTokensAreThoseOfTheEngine() {
        Turns.firstTurn(trace);
        Turns.secondTurn(trace);

        Branch branch = trace.branches().getFirst();
        assertThat(trace.branches()).hasSize(1);
        assertThat(branch.ids())
                .isEqualTo(ExpandedIds.of(1, 2, 3, 4, 9, 9, 5, 6, 7, 20, 21, 8, 10, 9, 9, 11, 6, 7, 22));
        assertThat(branch.mask().toString()).isEqualTo("0000000001100000001");
        assertThat(branch.images().placeholders().stream().map(range -> range.offset()))
                .containsExactly(4, 13);
        assertThat(branch.logprobs().get(9)).isEqualTo(-0.5);
        assertThat(branch.logprobs().get(8)).isZero();
        assertThat(trace.calls().stream().map(ModelCall::fork)).containsOnlyNulls();
    }

    @Test
    void eachImageBelongsToTheMessageThatBroughtIt() {
        Turns.firstTurn(trace);
        Turns.secondTurn(trace);

        assertThat(trace.nodes().get(1).images()).containsExactly(Turns.image("A", 4, 2));
        assertThat(trace.nodes().get(3).images()).containsExactly(Turns.image("B", 13, 2));
        assertThat(trace.nodes().get(2).images()).isEmpty();
    }

    @Test
    void aPromptThatFollowsASampledTurnFindsIt() {
        Turns.firstTurn(trace);

        PendingTurn turn = trace.prepare(Turns.secondMessages());

        assertThat(turn.tailStart()).isEqualTo(3);
        assertThat(turn.previous()).hasValueSatisfying(previous -> {
            assertThat(previous.prompt()).isEqualTo(ExpandedIds.of(1, 2, 3, 4, 9, 9, 5, 6, 7));
            assertThat(previous.completion()).isEqualTo(TokenIds.of(20, 21));
            assertThat(previous.images()).isEqualTo(new MultiModalData(List.of(Turns.image("A", 4, 2))));
        });
    }

    @Test
    void theSamePromptAgainIsASecondBranchAndSaysSo() {
        Turns.firstTurn(trace);
        Turns.firstTurn(trace);

        assertThat(trace.branches()).hasSize(2);
        assertThat(trace.calls().get(1).fork()).isEqualTo(ForkCause.RESAMPLED);
        assertThat(trace.nodes()).hasSize(4);
    }

    @Test
    void aRewrittenHistoryForksWhereItDiffers() {
        Turns.firstTurn(trace);
        PendingTurn turn = trace.prepare(List.of(Turns.message("system", "s"), Turns.message("user", "other")));
        trace.commit(
                turn,
                Turns.tokens(new int[] {1, 2, 3, 6, 7}, List.of(2, 3), new int[] {30}),
                Turns.message("assistant", "x"),
                Turns.facts(false));

        assertThat(trace.calls().get(1).fork()).isEqualTo(ForkCause.HISTORY_REWRITTEN);
        assertThat(trace.branches()).hasSize(2);
        assertThat(trace.nodes())
                .filteredOn(node -> node.parent() == MessageNode.ROOT)
                .hasSize(1);
    }

    @Test
    void equalMessagesWithOtherTokensForkAndTheSampledTokensStay() {
        Turns.firstTurn(trace);
        PendingTurn turn = trace.prepare(Turns.secondMessages());
        int[] retokenised = {1, 2, 3, 4, 9, 9, 5, 6, 7, 77, 8, 10, 9, 9, 11, 6, 7};
        trace.commit(
                turn,
                Turns.tokens(
                        retokenised,
                        List.of(2, 7, 10, 15),
                        new int[] {22},
                        Turns.image("A", 4, 2),
                        Turns.image("B", 12, 2)),
                Turns.message("assistant", "done"),
                Turns.facts(false));

        assertThat(trace.calls().get(1).fork()).isEqualTo(ForkCause.RETOKENISED);
        assertThat(trace.branches().stream().map(Branch::ids))
                .containsExactly(
                        ExpandedIds.of(1, 2, 3, 4, 9, 9, 5, 6, 7, 20, 21),
                        ExpandedIds.of(1, 2, 3, 4, 9, 9, 5, 6, 7, 77, 8, 10, 9, 9, 11, 6, 7, 22));
    }

    @Test
    void anOlderBranchCanBeContinued() {
        Turns.firstTurn(trace);
        PendingTurn again = trace.prepare(Turns.firstMessages());
        trace.commit(
                again,
                Turns.tokens(
                        new int[] {1, 2, 3, 4, 9, 9, 5, 6, 7}, List.of(2, 7), new int[] {50}, Turns.image("A", 4, 2)),
                Turns.message("assistant", "another"),
                Turns.facts(false));

        Turns.secondTurn(trace);

        assertThat(trace.branches().stream().map(Branch::size)).containsExactly(10, 19);
    }

    @Test
    void tokensSpansAndImagesThatDoNotFitAreRefusedAndNothingIsRecorded() {
        PendingTurn turn = trace.prepare(Turns.firstMessages());
        int[] prompt = {1, 2, 3, 4, 9, 9, 5, 6, 7};

        refused(turn, Turns.tokens(prompt, List.of(2, 7), new int[] {20}));
        refused(turn, Turns.tokens(prompt, List.of(5, 7), new int[] {20}, Turns.image("A", 4, 2)));
        refused(turn, Turns.tokens(prompt, List.of(4, 2), new int[] {20}, Turns.image("A", 4, 2)));
        refused(turn, Turns.tokens(prompt, List.of(2, 70), new int[] {20}, Turns.image("A", 4, 2)));
        refused(turn, Turns.tokens(prompt, List.of(2, 7), new int[] {20}, Turns.image("A", 7, 2)));
        refused(turn, Turns.tokens(prompt, List.of(2, 7), new int[] {}, Turns.image("A", 4, 2)));

        assertThat(trace.nodes()).isEmpty();
        assertThat(trace.calls()).isEmpty();
    }

    private void refused(PendingTurn turn, TurnTokens tokens) {
        assertThatThrownBy(() -> trace.commit(turn, tokens, Turns.message("assistant", "a"), Turns.facts(false)))
                .isInstanceOf(IdentityException.class);
    }

    @Test
    void aTurnThatTheRecordsCannotKeepDoesNotHappen() {
        Trace unlucky = Trace.open(Turns.HEADER, new TraceLog() {
            @Override
            public void committed(TraceHeader header, int first, List<MessageNode> nodes, List<ModelCall> calls) {
                throw new StorageException(ErrorCode.STORAGE_FULL, "disk full", "free some space");
            }
        });

        assertThatThrownBy(() -> Turns.firstTurn(unlucky)).isInstanceOf(StorageException.class);
        assertThat(unlucky.nodes()).isEmpty();
    }

    @Test
    void aDemonstrationIsTrainedWithoutLogprobs() {
        int trained = trace.demonstrate(new DemonstrationTokens(
                List.of(Turns.message("user", "look", 1), Turns.message("assistant", "right")),
                ExpandedIds.of(3, 9, 9, 5, 6, 40, 41, 8),
                List.of(4, 7),
                TokenMask.of(false, false, false, false, false, true, true, false),
                TokenMask.filled(8, true),
                new MultiModalData(List.of(Turns.image("A", 1, 2)))));

        assertThat(trained).isEqualTo(2);
        assertThat(trace.nodes().stream().map(MessageNode::origin)).containsExactly(Origin.INPUT, Origin.DEMONSTRATED);
        assertThat(trace.branches().getFirst().size()).isEqualTo(8);
        assertThat(trace.sampledTurns()).isZero();
    }

    @Test
    void aClosedRolloutTakesInNothing() {
        trace.close();
        trace.close();

        assertThatThrownBy(() -> trace.reward("reward", 1))
                .isInstanceOfSatisfying(
                        RequestException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.ROLLOUT_CLOSED));
    }

    @Test
    void turnsThatRunAtTheSameTimeAreAllRecordedOnce() throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(IntStream.range(0, 200)
                    .mapToObj(i -> (Callable<Integer>) () -> Turns.firstTurn(trace))
                    .toList());
        }

        assertThat(trace.branches()).hasSize(200);
        assertThat(trace.nodes()).hasSize(202);
        assertThat(trace.sampledTurns()).isEqualTo(200);
    }
}

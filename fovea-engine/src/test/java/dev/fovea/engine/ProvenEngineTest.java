package dev.fovea.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What stock servers do without a word, and case 016: each is caught with a code and counted. */
class ProvenEngineTest {

    private static final int PAD = 9;
    private static final ExpandedIds PROMPT = ExpandedIds.of(1, PAD, PAD, 2);
    private static final PlaceholderRange SPAN = new PlaceholderRange(1, 2);

    private final ProofLedger proofs = new ProofLedger();

    @Test
    void anHonestAnswerPassesAndItsChecksAreCounted() throws InterruptedException {
        Completion completion = ask(PROMPT, SPAN, honest -> honest);

        assertThat(completion.ids()).isEqualTo(TokenIds.of(3, 4));
        assertThat(proofs.total()).isEqualTo(new ProofLedger.Count(3, 0));
    }

    @Test
    void aPlaceholderAtTheWrongPlaceIsNeverSent() {
        refused(ExpandedIds.of(1, PAD, 2, PAD), SPAN, honest -> honest, ErrorCode.PLACEHOLDER_MISMATCH);

        assertThat(proofs.count(Proof.PLACEHOLDERS).violations()).isEqualTo(1);
    }

    @Test
    void aPadThatBelongsToNoImageIsNeverSent() {
        refused(ExpandedIds.of(1, PAD, PAD, PAD), SPAN, honest -> honest, ErrorCode.PLACEHOLDER_MISMATCH);
        refused(ExpandedIds.of(PAD, PAD, PAD, 2), SPAN, honest -> honest, ErrorCode.PLACEHOLDER_MISMATCH);

        assertThat(proofs.count(Proof.PLACEHOLDERS).violations()).isEqualTo(2);
    }

    @Test
    void aRewrittenPromptIsCaught() {
        refused(
                PROMPT,
                SPAN,
                honest -> withEcho(honest, new PromptEcho(ExpandedIds.of(1, PAD, PAD, PAD), List.of(SPAN), List.of())),
                ErrorCode.TOKEN_MISMATCH);

        assertThat(proofs.count(Proof.PROMPT_IDS).violations()).isEqualTo(1);
    }

    @Test
    void aDroppedPlaceholderIsCaught() {
        refused(
                PROMPT,
                SPAN,
                honest -> withEcho(honest, new PromptEcho(PROMPT, List.of(), List.of())),
                ErrorCode.PLACEHOLDER_MISMATCH);
    }

    @Test
    void oneLogprobMoreOrLessIsCaughtWithBothCounts() {
        refused(PROMPT, SPAN, honest -> withLogprobs(honest, -0.1), ErrorCode.MALFORMED_ENGINE_ANSWER);
        refused(PROMPT, SPAN, honest -> withLogprobs(honest, -0.1, -0.2, -0.3), ErrorCode.MALFORMED_ENGINE_ANSWER);

        assertThatThrownBy(() -> ask(PROMPT, SPAN, honest -> withLogprobs(honest, -0.1)))
                .hasMessageContaining("2 sampled ids but 1 logprobs");
    }

    @Test
    void aLogprobThatIsNoneIsCaughtWithItsPosition() {
        assertThatThrownBy(() -> ask(PROMPT, SPAN, honest -> withLogprobs(honest, -0.1, Double.NaN)))
                .hasMessageContaining("position 1");
    }

    @Test
    void anEngineIsGivenReferencesOnly() throws InterruptedException {
        ProvenEngine engine = new ProvenEngine(new Echo(honest -> honest), PAD, proofs);
        engine.generate(request(PROMPT, SPAN));

        assertThat(engine.referenceBytes()).isBetween(100L, 400L);
    }

    private void refused(
            ExpandedIds prompt, PlaceholderRange span, UnaryOperator<Completion> tampering, ErrorCode code) {
        assertThatThrownBy(() -> ask(prompt, span, tampering))
                .isInstanceOfSatisfying(
                        FoveaException.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    private Completion ask(ExpandedIds prompt, PlaceholderRange span, UnaryOperator<Completion> tampering)
            throws InterruptedException {
        return new ProvenEngine(new Echo(tampering), PAD, proofs).generate(request(prompt, span));
    }

    private static GenerateRequest request(ExpandedIds prompt, PlaceholderRange span) {
        RawImageDescriptor item = new RawImageDescriptor(
                "qwen_vl",
                null,
                Map.of("image_grid_thw", List.of(List.of(1, 2, 4))),
                null,
                "file:///r/a.png",
                Map.of());
        return new GenerateRequest(
                "r",
                "s",
                prompt,
                new MultiModalData(List.of(new SidecarImage(item, new MmHash("a".repeat(32)), span))),
                new SamplingParameters(1, 1, 4, OptionalLong.empty()),
                Set.of(4));
    }

    private static Completion withEcho(Completion honest, PromptEcho echo) {
        return new Completion(honest.ids(), honest.logprobs(), honest.finishReason(), honest.weights(), echo);
    }

    private static Completion withLogprobs(Completion honest, double... logprobs) {
        return new Completion(
                honest.ids(), TokenValues.of(logprobs), honest.finishReason(), honest.weights(), honest.echo());
    }

    /** Answers two ids and tells what it was given, unless it is told to lie. */
    private record Echo(UnaryOperator<Completion> tampering) implements Engine {

        @Override
        public EngineDescription describe() {
            return new EngineDescription("echo", "m", 100, 10, new WeightVersion(0));
        }

        @Override
        public Completion generate(GenerateRequest request) {
            return tampering.apply(new Completion(
                    TokenIds.of(3, 4),
                    TokenValues.of(-0.25, -0.5),
                    FinishReason.STOP,
                    new WeightVersion(0),
                    new PromptEcho(request.prompt(), request.images().placeholders(), List.of())));
        }

        @Override
        public void loadWeights(Path checkpoint, WeightVersion version) {
            throw new UnsupportedOperationException("an echo has no weights");
        }

        @Override
        public void close() {
            // holds nothing
        }
    }
}

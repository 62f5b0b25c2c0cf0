package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.FinishReason;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.vision.PixelPatches;
import dev.fovea.vision.PixelSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedEngineRequestTest {

    private static final int CONTEXT = 80;

    @TempDir
    static Path temporary;

    private static Path checkpoint;
    private static EmbeddedEngine engine;

    @BeforeAll
    static void startEngine() {
        checkpoint = temporary.resolve("checkpoint");
        RandomCheckpoint.write(checkpoint, TestEpisodes.CONFIG, 3, Map.of());
        engine = start((item, _) -> TestEpisodes.pixels(item));
    }

    private static EmbeddedEngine start(PixelSource pixels) {
        EmbeddedSettings settings = new EmbeddedSettings("tiny", CONTEXT, 4, 1 << 20, 1 << 20, 1 << 20, 1);
        return new EmbeddedEngine(checkpoint, new WeightVersion(3), pixels, new TestPositions(), settings);
    }

    @AfterAll
    static void closeEngine() {
        engine.close();
    }

    @Test
    void itDescribesItself() {
        assertThat(engine.describe())
                .isEqualTo(new EngineDescription("embedded", "tiny", CONTEXT, 377, new WeightVersion(3)));
    }

    @Test
    void theEchoIsWhatWasComputed() throws Exception {
        Completion completion = engine.generate(TestRequests.of(TestRequests.sampling(3)));

        assertThat(completion.echo().prompt().ids()).isEqualTo(TestRequests.PROMPT);
        assertThat(completion.echo().placeholders()).isEqualTo(TestRequests.IMAGES.placeholders());
        assertThat(completion.echo().pixels())
                .containsExactly(TestEpisodes.pixels(TestEpisodes.descriptor(1)).digest());
        assertThat(completion.weights()).isEqualTo(new WeightVersion(3));
    }

    @Test
    void aCompletionEndsWithTheStopTokenThatBelongsToIt() throws Exception {
        int first =
                engine.generate(TestRequests.of(TestRequests.sampling(1))).ids().get(0);
        GenerateRequest request = TestRequests.of(TestRequests.sampling(9));

        Completion completion = engine.generate(
                new GenerateRequest("r", "s", request.prompt(), request.images(), request.sampling(), Set.of(first)));

        assertThat(completion.ids()).isEqualTo(TokenIds.of(first));
        assertThat(completion.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void theTokenLimitEndsACompletion() throws Exception {
        Completion completion = engine.generate(TestRequests.of(TestRequests.sampling(5)));

        assertThat(completion.ids().size()).isEqualTo(5);
        assertThat(completion.logprobs().size()).isEqualTo(5);
        assertThat(completion.finishReason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void theEndOfTheContextEndsACompletion() throws Exception {
        Completion completion = engine.generate(TestRequests.of(TestRequests.sampling(1_000)));

        assertThat(completion.ids().size()).isEqualTo(CONTEXT - TestRequests.PROMPT.size());
        assertThat(completion.finishReason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void aSmallNucleusLeavesTheLikeliestTokenOnly() throws Exception {
        SamplingParameters narrow = new SamplingParameters(1, 1e-6, 8, OptionalLong.of(4));
        SamplingParameters greedy = new SamplingParameters(0, 1, 8, OptionalLong.empty());

        Completion narrowed = engine.generate(TestRequests.of(narrow));
        Completion likeliest = engine.generate(TestRequests.of(greedy));

        assertThat(narrowed.ids()).isEqualTo(likeliest.ids());
    }

    @Test
    void aBannedIdIsNeverSampledAndTheOthersShareItsChance() throws Exception {
        SamplingParameters greedy = new SamplingParameters(0, 1, 1, OptionalLong.empty());
        Completion free = engine.generate(TestRequests.of(greedy));
        int likeliest = free.ids().get(0);

        Completion banned = engine.generate(TestRequests.of(greedy.withBannedIds(Set.of(likeliest))));
        Completion again = engine.generate(TestRequests.of(greedy));

        assertThat(banned.ids().get(0)).isNotEqualTo(likeliest);
        assertThat(again.ids()).isEqualTo(free.ids());
        // the second best of the free distribution cannot have more than what the best leaves
        double rest = 1 - Math.exp(free.logprobs().get(0));
        double second = Math.exp(banned.logprobs().get(0)) * rest;
        assertThat(second).isLessThanOrEqualTo(Math.exp(free.logprobs().get(0)) + 1e-6);
    }

    @Test
    void theSeedDecidesTheDraws() throws Exception {
        SamplingParameters other = new SamplingParameters(1, 1, 10, OptionalLong.of(2));

        TokenIds once =
                engine.generate(TestRequests.of(TestRequests.sampling(10))).ids();
        TokenIds again =
                engine.generate(TestRequests.of(TestRequests.sampling(10))).ids();
        TokenIds different = engine.generate(TestRequests.of(other)).ids();

        assertThat(again).isEqualTo(once);
        assertThat(different).isNotEqualTo(once);
    }

    @Test
    void padsWithoutAnImageAreTextThatMaySay() throws Exception {
        TokenIds pads = TokenIds.of(1, 2, TestEpisodes.TOKENS.imagePad(), 3);

        Completion completion = engine.generate(TestRequests.of(pads, MultiModalData.none(), TestRequests.sampling(2)));

        assertThat(completion.ids().size()).isEqualTo(2);
    }

    @Test
    void anEmptyPromptIsRefused() {
        assertThat(refusal(TokenIds.empty(), MultiModalData.none())).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void anIdBeyondTheVocabularyIsRefused() {
        assertThat(refusal(TokenIds.of(1, 377), MultiModalData.none())).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void aPromptThatLeavesNoRoomIsRefused() {
        TokenIds full = TokenIds.of(new int[CONTEXT]);

        assertThat(refusal(full, MultiModalData.none())).isEqualTo(ErrorCode.PROMPT_TOO_LONG);
    }

    @Test
    void anImageBehindThePromptsEndIsRefused() {
        MultiModalData beyond = new MultiModalData(List.of(TestEpisodes.sidecar(1, 66)));

        assertThat(refusal(TestRequests.PROMPT, beyond)).isEqualTo(ErrorCode.PLACEHOLDER_MISMATCH);
    }

    @Test
    void anImageBesideItsPadsIsRefused() {
        MultiModalData shifted = new MultiModalData(List.of(TestEpisodes.sidecar(1, 55)));

        assertThat(refusal(TestRequests.PROMPT, shifted)).isEqualTo(ErrorCode.PLACEHOLDER_MISMATCH);
    }

    @Test
    void pixelsOfAnotherSizeAreRefused() {
        PixelPatches larger = TestPixels.of(new GridThw(1, 4, 6), 1536, 1);

        assertThat(refusal(larger)).isEqualTo(ErrorCode.PLACEHOLDER_MISMATCH);
    }

    @Test
    void pixelsOfAnotherModelAreRefused() {
        PixelPatches narrower = TestPixels.of(new GridThw(1, 4, 4), 1176, 1);

        assertThat(refusal(narrower)).isEqualTo(ErrorCode.LAYOUT_MISMATCH);
    }

    @Test
    void aContextThatTheCacheCannotHoldIsRefusedAtTheStart() {
        EmbeddedSettings settings = new EmbeddedSettings("tiny", CONTEXT, 1, 1 << 10, 0, 0, 1);
        PositionScheme scheme = new TestPositions();

        SetupException refusal = catchThrowableOfType(
                SetupException.class,
                () -> new EmbeddedEngine(
                        checkpoint, new WeightVersion(0), (item, _) -> TestEpisodes.pixels(item), scheme, settings));

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION);
    }

    private static ErrorCode refusal(PixelPatches pixels) {
        try (EmbeddedEngine other = start((_, _) -> pixels)) {
            return refusal(other, TestRequests.of(TestRequests.sampling(1)));
        }
    }

    private static ErrorCode refusal(TokenIds prompt, MultiModalData images) {
        return refusal(engine, TestRequests.of(prompt, images, TestRequests.sampling(1)));
    }

    private static ErrorCode refusal(EmbeddedEngine engine, GenerateRequest request) {
        FoveaException refusal = catchThrowableOfType(FoveaException.class, () -> engine.generate(request));
        assertThat(refusal).isNotNull();
        return refusal.code();
    }
}

package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.ImageUpload;
import dev.fovea.assets.StoreSettings;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.engine.vllm.ScriptedVllm.Fault;
import dev.fovea.engine.vllm.VllmDescription.ContentParts;
import dev.fovea.families.qwenvl.QwenVlImageProcessor;
import dev.fovea.families.qwenvl.QwenVlSettings;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.ImageResolver;
import dev.fovea.vision.PixelBackend;
import dev.fovea.vision.PixelForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class VllmEngineTest {

    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);
    private static final ImageProcessor PROCESSOR =
            new QwenVlImageProcessor(new QwenVlSettings(16, 2, 2, 1_024, 65_536, HALF, HALF), PixelBackend.TORCHVISION);
    private static final ServedModel MODEL = new ServedModel(
            "tiny", PROCESSOR, ScriptedVllm.PAD, TokenIds.of(ScriptedVllm.START), TokenIds.of(ScriptedVllm.END), 100);

    @TempDir
    private Path run;

    private final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);
    private FileImageStore store;
    private AssetReader reader;
    private ScriptedVllm server;

    @BeforeEach
    void startServer() throws IOException {
        store = FileImageStore.open(StoreSettings.at(run.resolve("assets")));
        reader = new AssetReader(AllowedRoots.of(List.of(run)), 1 << 20);
        server = new ScriptedVllm(PROCESSOR, decoder, run);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void aServerThatOpensOurFilesGetsPathsAndNoPixel() throws InterruptedException {
        try (VllmEngine engine = open()) {
            Completion completion = engine.generate(withImages(ProbePicture.GRADIENT, ProbePicture.NOISE));

            assertThat(engine.handshake().contentParts()).isEqualTo(ContentParts.ALL_PICTURES);
            assertThat(server.generations.getLast().path("content_parts")).hasSize(2);
            assertThat(server.generations.getLast().has("features")).isFalse();
            assertThat(completion.echo().prompt())
                    .isEqualTo(withImages(ProbePicture.GRADIENT, ProbePicture.NOISE)
                            .prompt());
            assertThat(engine.sentBytes()).isLessThan(1_000);
        }
    }

    @Test
    void aServerThatOpensOtherPicturesThanWeGetsPlainOnesAsPathsAndOursForTheOthers() throws InterruptedException {
        server.close();
        ImageDecoder upright = ImageDecoder.proven(ImageLimits.DEFAULT, dev.fovea.vision.DecodePolicy.VLLM);
        try (ScriptedVllm loader = scripted(upright);
                VllmEngine engine = open(loader, Optional.empty())) {
            engine.generate(withImages(ProbePicture.NOISE));
            assertThat(loader.generations.getLast().has("content_parts")).isTrue();

            engine.generate(withImages(ProbePicture.NOISE, ProbePicture.TRANSPARENT));

            assertThat(engine.handshake().contentParts()).isEqualTo(ContentParts.PLAIN_PICTURES);
            assertThat(loader.generations
                            .getLast()
                            .path("features")
                            .path("kwargs_data")
                            .path("image"))
                    .hasSize(2)
                    .noneMatch(item -> item.isNull());
        }
    }

    @Test
    void aPromptWithASampledPadGoesWithSpansSoThatNoPictureTakesItsPlace() throws InterruptedException {
        try (VllmEngine engine = open()) {
            GenerateRequest request = withImages(ProbePicture.NOISE);
            GenerateRequest sampledPad = new GenerateRequest(
                    request.requestId(),
                    request.sessionId(),
                    new ExpandedIds(request.prompt().ids().concat(TokenIds.of(ScriptedVllm.PAD, 5))),
                    request.images(),
                    request.sampling(),
                    request.stopTokenIds());

            Completion completion = engine.generate(sampledPad);

            assertThat(server.generations.getLast().has("content_parts")).isFalse();
            assertThat(completion.echo().prompt()).isEqualTo(sampledPad.prompt());
            assertThat(completion.echo().placeholders())
                    .isEqualTo(request.images().placeholders());
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFormOfFeaturesIsTheOneThatTheServerRenders(PixelForm form) throws InterruptedException {
        server.renders = form;
        try (VllmEngine engine = open(server, Optional.of(ImageMode.FEATURES))) {
            engine.generate(withImages(ProbePicture.NOISE));

            assertThat(engine.handshake().features()).contains(form);
        }
    }

    @Test
    void aServerWhoseValuesDifferIsRefusedWithTheFirstDifference() {
        server.normalises = true;

        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        FoveaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
                .hasMessageContaining("byte 0 of its uint8 values");
    }

    @Test
    void aServerWithoutTheRoutesIsToldWhichFlagItLacks() throws InterruptedException {
        server.scaleOut = false;

        assertThatThrownBy(this::open).hasMessageContaining("--enable-scale-out");
    }

    @Test
    void aServerOfAnotherModelIsNamed() {
        ServedModel other = new ServedModel(
                "huge", PROCESSOR, ScriptedVllm.PAD, MODEL.beforeImage(), MODEL.afterImage(), MODEL.vocabulary());

        assertThatThrownBy(
                        () -> VllmEngine.open(server.address(), other, reader, decoder, store, VllmSettings.defaults()))
                .hasMessageContaining("serves tiny, not huge");
    }

    @Test
    void rawLogprobsAreServedWhereTheyAreTheSampledOnesOnly() throws InterruptedException {
        try (VllmEngine engine = open()) {
            assertThatThrownBy(() -> engine.generate(text(0.7))).hasMessageContaining("processed_logprobs");
            engine.generate(text(1));
            engine.generate(text(0));
        }
        server.processedLogprobs = true;
        try (VllmEngine engine = open()) {
            engine.generate(text(0.7));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SERVER_ERROR,ENGINE_FAILED",
        "TORN_ANSWER,ENGINE_UNAVAILABLE",
        "OTHER_IDS,TOKEN_MISMATCH",
        "LOST_LOGPROB,MALFORMED_ENGINE_ANSWER",
        "LOGPROB_OF_ANOTHER_TOKEN,MALFORMED_ENGINE_ANSWER",
        "TWO_WEIGHT_VERSIONS,MALFORMED_ENGINE_ANSWER",
        "PROMPT_TOO_LONG,PROMPT_TOO_LONG"
    })
    void aFaultOfTheServerFailsTheTurnWithItsCode(Fault fault, ErrorCode code) throws InterruptedException {
        try (VllmEngine engine = open()) {
            ProvenEngine proven = new ProvenEngine(engine, ScriptedVllm.PAD, new ProofLedger());
            server.fault = fault;

            assertThatThrownBy(() -> proven.generate(withImages(ProbePicture.NOISE)))
                    .isInstanceOfSatisfying(
                            FoveaException.class, e -> assertThat(e.code()).isEqualTo(code));
        }
    }

    @Test
    void anInterruptedTurnIsAbortedByItsFullId() throws InterruptedException {
        try (VllmEngine engine = open()) {
            server.fault = Fault.NEVER_ANSWERS;
            Thread turn = Thread.ofVirtual().start(() -> {
                try {
                    engine.generate(text(1));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            int before = server.generations.size();
            while (server.generations.size() == before) {
                Thread.onSpinWait();
            }

            turn.interrupt();
            turn.join();

            assertThat(server.aborts)
                    .singleElement()
                    .asString()
                    .isEqualTo("{\"request_ids\":[\"generate-tokens-turn-1\"]}");
        }
    }

    @Test
    void afterABrokenConnectionTheServerIsAskedAgainAndItsNewFormIsUsed() throws InterruptedException {
        try (VllmEngine engine = open(server, Optional.of(ImageMode.FEATURES))) {
            server.fault = Fault.TORN_ANSWER;
            assertThatThrownBy(() -> engine.generate(withImages(ProbePicture.NOISE)))
                    .isInstanceOf(FoveaException.class);
            server.fault = Fault.NONE;
            server.renders = PixelForm.FLOAT32;

            engine.generate(withImages(ProbePicture.NOISE));

            assertThat(engine.handshake().features()).contains(PixelForm.FLOAT32);
        }
    }

    @Test
    void newWeightsGoInInTheMeasuredOrderAndAreReportedByWhatTheySample() throws InterruptedException {
        try (VllmEngine engine = open()) {
            server.paths.clear();

            engine.loadWeights(run, new WeightVersion(3));

            assertThat(server.paths)
                    .containsExactly(
                            "/pause?mode=wait",
                            "/collective_rpc",
                            "/update_weight_version",
                            "/reset_prefix_cache",
                            "/resume");
            assertThat(engine.generate(text(1)).weights()).isEqualTo(new WeightVersion(3));
        }
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void weightsThatFailHalfWayLeaveTheServerPaused(Step step) throws InterruptedException {
        try (VllmEngine engine = open()) {
            server.failingStep = step.route;
            server.paths.clear();

            assertThatThrownBy(() -> engine.loadWeights(run, new WeightVersion(3)))
                    .isInstanceOf(FoveaException.class)
                    .hasMessageContaining(step.route);

            assertThat(server.paths).doesNotContain("/resume");
            assertThat(engine.describe().weights()).isEqualTo(new WeightVersion(0));
        }
    }

    private enum Step {
        RELOAD("/collective_rpc"),
        NAME("/update_weight_version"),
        RESET("/reset_prefix_cache");

        private final String route;

        Step(String route) {
            this.route = route;
        }
    }

    private ScriptedVllm scripted(ImageDecoder loader) {
        try {
            return new ScriptedVllm(PROCESSOR, loader, run);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private VllmEngine open() throws InterruptedException {
        return open(server, Optional.empty());
    }

    private VllmEngine open(ScriptedVllm at, Optional<ImageMode> mode) throws InterruptedException {
        VllmSettings settings = new VllmSettings(mode, Duration.ofSeconds(30), 1 << 20);
        return VllmEngine.open(at.address(), MODEL, reader, decoder, store, settings);
    }

    private static GenerateRequest text(double temperature) {
        return new GenerateRequest(
                "turn-1",
                "session",
                ExpandedIds.of(1, 2, 3),
                MultiModalData.none(),
                new SamplingParameters(temperature, 1, 4, OptionalLong.empty()),
                Set.of(7));
    }

    private GenerateRequest withImages(ProbePicture... pictures) {
        TokenIds ids = TokenIds.of(5);
        MultiModalData images = MultiModalData.none();
        for (ResolvedImage image : Stream.of(pictures).map(this::stored).toList()) {
            ids = ids.concat(MODEL.beforeImage());
            images = images.merge(new MultiModalData(List.of(image.at(ids.size()))));
            int[] pads = new int[image.placeholderLength()];
            Arrays.fill(pads, ScriptedVllm.PAD);
            ids = ids.concat(TokenIds.of(pads)).concat(MODEL.afterImage());
        }
        return new GenerateRequest(
                "turn-2",
                "session",
                new ExpandedIds(ids),
                images,
                new SamplingParameters(1, 1, 4, OptionalLong.empty()),
                Set.of(7));
    }

    private ResolvedImage stored(ProbePicture picture) {
        try (ImageUpload upload = new ImageUpload(store)) {
            byte[] url = picture.dataUrl().getBytes(StandardCharsets.US_ASCII);
            upload.write(url, 0, url.length);
            return new ImageResolver(reader, decoder, PROCESSOR)
                    .resolve(upload.finish().uri());
        }
    }
}

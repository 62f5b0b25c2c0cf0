package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.engine.vllm.ScriptedVllm.Fault;
import dev.fovea.engine.vllm.VllmDescription.ContentParts;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.PixelForm;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
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

    @TempDir
    private Path run;

    private ScriptedHouse house;
    private ScriptedVllm server;

    @BeforeEach
    void startServer() {
        house = new ScriptedHouse(run);
        server = house.server();
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
        try (ScriptedVllm loader = house.server(upright);
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
        ServedModel served = ScriptedHouse.MODEL;
        ServedModel other = new ServedModel(
                "huge",
                served.processor(),
                served.imagePad(),
                served.beforeImage(),
                served.afterImage(),
                served.vocabulary());

        assertThatThrownBy(() -> VllmEngine.open(
                        server.address(), other, house.reader, house.decoder, house.store, ScriptedHouse.SETTINGS))
                .hasMessageContaining("serves tiny, not huge");
    }

    @Test
    void bannedIdsAreABiasAndOnlyForAServerThatReportsWhatItSampledFrom() throws InterruptedException {
        GenerateRequest plain = text(1);
        GenerateRequest banned = new GenerateRequest(
                plain.requestId(),
                plain.sessionId(),
                plain.prompt(),
                plain.images(),
                plain.sampling().withBannedIds(Set.of(ScriptedVllm.PAD, ScriptedVllm.START)),
                plain.stopTokenIds());
        try (VllmEngine engine = open()) {
            assertThatThrownBy(() -> engine.generate(banned)).hasMessageContaining("2 banned ids");
        }
        server.processedLogprobs = true;
        try (VllmEngine engine = open()) {
            engine.generate(banned);

            assertThat(server.generations
                            .getLast()
                            .at("/sampling_params/logit_bias")
                            .toString())
                    .isEqualTo("{\"90\":-100,\"91\":-100}");
            engine.generate(plain);
            assertThat(server.generations.getLast().path("sampling_params").has("logit_bias"))
                    .isFalse();
        }
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
        "UNCOVERED_WEIGHTS,MALFORMED_ENGINE_ANSWER",
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
            int before = server.generations.size();
            Thread turn = Thread.ofVirtual().start(() -> {
                try {
                    engine.generate(text(1));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            while (server.generations.size() == before) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("the test timed out");
                }
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

    private VllmEngine open() throws InterruptedException {
        return open(server, Optional.empty());
    }

    private VllmEngine open(ScriptedVllm at, Optional<ImageMode> mode) throws InterruptedException {
        return house.open(at, ScriptedHouse.SETTINGS.withMode(mode));
    }

    private static GenerateRequest text(double temperature) {
        return ScriptedHouse.text(temperature);
    }

    private GenerateRequest withImages(ProbePicture... pictures) {
        return house.withImages(pictures);
    }
}

package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.vllm.VllmDescription.ContentParts;
import dev.fovea.engine.vllm.VllmDescription.Evidence;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.PixelForm;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that render nothing. */
@Timeout(60)
class HandshakeFallbackTest {

    @TempDir
    private Path run;

    private ScriptedHouse house;
    private ScriptedVllm server;

    @BeforeEach
    void start() {
        house = new ScriptedHouse(run);
        server = house.server();
        server.renderStatus = 404;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"UINT8,UINT8", "FLOAT32,FLOAT32", "BFLOAT16,FLOAT32"})
    void logprobsTellWhoNormalises(PixelForm serversOwn, PixelForm found) throws InterruptedException {
        server.renders = serversOwn;

        VllmDescription description = handshake(ScriptedHouse.SETTINGS);

        assertThat(description.features()).contains(found);
        assertThat(description.evidence()).isEqualTo(Evidence.LOGPROBS);
        assertThat(description.contentParts()).isEqualTo(ContentParts.ALL_PICTURES);
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 405, 501})
    void everyWayOfHidingTheRouteLeadsThere(int status) throws InterruptedException {
        server.renderStatus = status;

        assertThat(handshake(ScriptedHouse.SETTINGS).evidence()).isEqualTo(Evidence.LOGPROBS);
    }

    @Test
    void aLoaderOfAnotherPolicyIsNoticedByItsAnswers() throws InterruptedException {
        try (ScriptedVllm loader = house.server(ImageDecoder.proven(ImageLimits.DEFAULT, DecodePolicy.VLLM))) {
            loader.renderStatus = 404;

            assertThat(handshake(loader, ScriptedHouse.SETTINGS).contentParts()).isEqualTo(ContentParts.PLAIN_PICTURES);
        }
    }

    @Test
    void aServerThatAnswersAlikeToEverythingIsRefused() {
        server.blind = true;

        refused("do not tell the forms apart");
    }

    @Test
    void aServerThatOpensNothingIsRefused() {
        server.opens = false;

        refused("opens no picture by itself");
    }

    @ParameterizedTest
    @EnumSource
    void aStatedFormIsUsedWhereNothingShowsIt(PixelForm form) throws InterruptedException {
        server.opens = false;

        VllmDescription description = handshake(ScriptedHouse.SETTINGS.withStatedForm(Optional.of(form)));

        assertThat(description.features()).contains(form);
        assertThat(description.evidence()).isEqualTo(Evidence.CONFIGURATION);
        assertThat(description.matched()).anyMatch(line -> line.contains("stated by the configuration"));
    }

    @Test
    void aStatedFormNeverStandsAgainstWhatTheServerShows() throws InterruptedException {
        VllmSettings stated = ScriptedHouse.SETTINGS.withStatedForm(Optional.of(PixelForm.FLOAT32));

        assertThat(handshake(stated).features()).contains(PixelForm.UINT8);
        server.renderStatus = 200;
        assertThat(handshake(stated).features()).contains(PixelForm.UINT8);
        server.normalises = true;
        assertThatThrownBy(() -> handshake(stated)).hasMessageContaining("byte 0 of its uint8 values");
    }

    private void refused(String reason) {
        assertThatThrownBy(() -> handshake(ScriptedHouse.SETTINGS))
                .isInstanceOfSatisfying(
                        FoveaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
                .hasMessageContaining(reason)
                .hasMessageContaining("--pixel-form");
    }

    private VllmDescription handshake(VllmSettings settings) throws InterruptedException {
        return handshake(server, settings);
    }

    private VllmDescription handshake(ScriptedVllm at, VllmSettings settings) throws InterruptedException {
        try (VllmEngine engine = house.open(at, settings)) {
            return engine.handshake();
        }
    }
}

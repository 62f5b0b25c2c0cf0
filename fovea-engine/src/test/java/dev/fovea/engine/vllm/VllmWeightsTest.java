package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.WeightSpans.Span;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.pool.EnginePool;
import dev.fovea.engine.pool.PoolSettings;
import dev.fovea.engine.pool.ReplicaState;
import dev.fovea.engine.vllm.ScriptedVllm.Fault;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class VllmWeightsTest {

    private static final WeightVersion NEW = new WeightVersion(3);

    @TempDir
    private Path run;

    private ScriptedHouse house;
    private ScriptedVllm server;

    @BeforeEach
    void start() {
        house = new ScriptedHouse(run);
        server = house.server();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void newWeightsGoInInTheMeasuredOrderAndAreReportedByWhatTheySample(InFlight inFlight) throws InterruptedException {
        try (VllmEngine engine = house.open(server, ScriptedHouse.SETTINGS.withInFlight(inFlight))) {
            server.paths.clear();

            engine.loadWeights(run, NEW);

            assertThat(server.paths)
                    .containsExactly(
                            "/pause?mode=" + inFlight.id(),
                            "/collective_rpc",
                            "/update_weight_version",
                            "/reset_prefix_cache",
                            "/weight_info",
                            "/resume");
            assertThat(engine.generate(ScriptedHouse.text(1)).weights()).isEqualTo(NEW);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/collective_rpc", "/update_weight_version", "/reset_prefix_cache", "/weight_info", "/resume"})
    void afterALoadThatFailedHalfWayNothingIsSampledUntilOneSucceeds(String failing) throws InterruptedException {
        try (VllmEngine engine = open()) {
            server.failingStep = failing;
            server.paths.clear();
            assertThatThrownBy(() -> engine.loadWeights(run, NEW))
                    .isInstanceOf(FoveaException.class)
                    .hasMessageContaining(failing);
            int before = server.generations.size();

            refused(engine);

            assertThat(engine.knowsItsWeights()).isFalse();
            assertThat(server.generations).hasSize(before);
            server.failingStep = "";
            engine.loadWeights(run, NEW);
            assertThat(engine.generate(ScriptedHouse.text(1)).weights()).isEqualTo(NEW);
        }
    }

    @Test
    void aPauseThatIsRefusedChangesNothing() throws InterruptedException {
        try (VllmEngine engine = open()) {
            server.failingStep = "/pause?mode=wait";

            assertThatThrownBy(() -> engine.loadWeights(run, NEW)).isInstanceOf(FoveaException.class);

            assertThat(engine.generate(ScriptedHouse.text(1)).weights()).isEqualTo(new WeightVersion(0));
        }
    }

    @Test
    void aServerThatWasLeftPausedIsNamedInsteadOfWaitedFor() {
        server.paused = true;

        assertThatThrownBy(this::open).hasMessageContaining("is paused");
    }

    @Test
    void aServerThatWasRestartedHasOtherWeightsAndIsNotAskedAgain() throws InterruptedException {
        try (VllmEngine engine = open()) {
            engine.loadWeights(run, NEW);
            server.weights = "default";

            refused(engine);

            assertThat(engine.knowsItsWeights()).isFalse();
            engine.loadWeights(run, NEW);
            assertThat(engine.generate(ScriptedHouse.text(1)).weights()).isEqualTo(NEW);
        }
    }

    @Test
    void aCompletionThatWentOnWithNewWeightsTellsWhichSampledWhat() throws InterruptedException {
        try (VllmEngine engine = open()) {
            engine.loadWeights(run, NEW);
            server.fault = Fault.SWAPPED_WHILE_SAMPLING;

            assertThat(engine.generate(ScriptedHouse.text(1)).weightSpans().spans())
                    .containsExactly(new Span(NEW, 0, 1), new Span(new WeightVersion(9), 1, 2));
        }
    }

    @Test
    void aRestartedServerThatTellsNoVersionsIsNoticedByItsNextAnswer() throws InterruptedException {
        server.tellsWeights = false;
        try (VllmEngine engine = open()) {
            engine.loadWeights(run, NEW);
            assertThat(engine.generate(ScriptedHouse.text(1)).weights()).isEqualTo(NEW);
            server.weights = "default";

            refused(engine);

            assertThat(engine.knowsItsWeights()).isFalse();
            engine.loadWeights(run, NEW);
            assertThat(engine.generate(ScriptedHouse.text(1)).weights()).isEqualTo(NEW);
        }
    }

    @Test
    void afterABrokenConnectionNothingIsAskedBeforeTheServerNamesItsWeights() throws InterruptedException {
        try (VllmEngine engine = open()) {
            engine.loadWeights(run, NEW);
            server.fault = Fault.TORN_ANSWER;
            assertThatThrownBy(() -> engine.generate(ScriptedHouse.text(1))).isInstanceOf(FoveaException.class);
            server.fault = Fault.NONE;
            assertThat(engine.generate(ScriptedHouse.text(1)).weights()).isEqualTo(NEW);

            server.fault = Fault.TORN_ANSWER;
            assertThatThrownBy(() -> engine.generate(ScriptedHouse.text(1))).isInstanceOf(FoveaException.class);
            server.fault = Fault.NONE;
            server.weights = "default";
            int before = server.generations.size();
            refused(engine);

            assertThat(server.generations).hasSize(before);
            assertThat(engine.knowsItsWeights()).isFalse();
        }
    }

    @Test
    void theDescriptionSaysWhetherChecksumsCanBeHad() throws InterruptedException {
        try (VllmEngine engine = open()) {
            assertThat(engine.handshake().weights()).isEqualTo(VllmDescription.Weights.VERSION);
            assertThat(engine.handshake().rejected()).anyMatch(line -> line.contains("no checksums"));
        }
        server.checksums = Map.of("norm.weight", "00");
        try (VllmEngine engine = open()) {
            assertThat(engine.handshake().weights()).isEqualTo(VllmDescription.Weights.CHECKSUMS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void tensorsAreComparedInEveryTypeThatAServerComputesIn(FloatType type) throws Exception {
        WeightChecksums.Result result = new WeightChecksums()
                .compare(TinyWeights.checksums(type), new CheckpointDigests(StoredTensors.of(TinyWeights.folder(run))));

        assertThat(result).isEqualTo(new WeightChecksums.Result(4, 4, 4, Optional.empty()));
    }

    @Test
    void aLoadThatLeftATensorAsItWasIsRefusedAndNothingIsSampled() throws Exception {
        Path checkpoint = TinyWeights.folder(run);
        Map<String, String> whole = TinyWeights.checksums(FloatType.BF16);
        server.checksums = whole;
        try (VllmEngine engine = open()) {
            engine.loadWeights(checkpoint, NEW);
            Map<String, String> stale = new HashMap<>(whole);
            stale.replaceAll((name, digest) -> name.endsWith("qkv_proj.weight") ? "00" : digest);
            server.checksums = stale;

            assertThatThrownBy(() -> engine.loadWeights(checkpoint, new WeightVersion(4)))
                    .isInstanceOf(FoveaException.class)
                    .hasMessageContaining("qkv_proj.weight is not the checkpoint's");

            assertThat(engine.knowsItsWeights()).isFalse();
            assertThat(server.paths.getLast()).isNotEqualTo("/resume");
        }
    }

    @Test
    void aTensorThatAServerKeepsElsewhereIsNotTold() throws Exception {
        Map<String, String> packed = new HashMap<>(TinyWeights.checksums(FloatType.F32));
        packed.replaceAll((name, digest) -> name.contains("proj") ? TinyWeights.OF_NOTHING : digest);

        WeightChecksums.Result result =
                new WeightChecksums().compare(packed, new CheckpointDigests(StoredTensors.of(TinyWeights.folder(run))));

        assertThat(result).isEqualTo(new WeightChecksums.Result(2, 2, 4, Optional.empty()));
        assertThat(result).hasToString("2 of 4 tensors have the checkpoint's checksum, of 2 the server tells none");
    }

    @Test
    void aCheckpointAboveTheLimitIsNotHashed() throws Exception {
        server.checksums = Map.of("norm.weight", "00");
        try (VllmEngine engine = house.open(server, ScriptedHouse.SETTINGS.withChecksumBytes(0))) {
            server.paths.clear();
            engine.loadWeights(TinyWeights.folder(run), NEW);

            assertThat(server.paths).doesNotContain("/weight_checker");
        }
    }

    @Test
    void aPoolLeavesAReplicaOfUnknownWeightsAlone() throws InterruptedException {
        try (ScriptedVllm other = house.server();
                EnginePool pool = new EnginePool(
                        List.of(open(), house.open(other, ScriptedHouse.SETTINGS)),
                        PoolSettings.DEFAULTS,
                        event -> {})) {
            pool.loadWeights(run, NEW);
            server.weights = "default";
            int before = other.generations.size();
            int failures = 0;
            for (int i = 0; i < 6; i++) {
                try {
                    assertThat(pool.generate(ScriptedHouse.text(1)).weights()).isEqualTo(NEW);
                } catch (FoveaException e) {
                    failures++;
                }
            }

            assertThat(failures).isLessThanOrEqualTo(1);
            assertThat(other.generations.size() - before).isEqualTo(6 - failures);
            assertThat(pool.states().stream().filter(ReplicaState::inRotation).count())
                    .isEqualTo(2 - failures);
        }
    }

    private static void refused(VllmEngine engine) {
        assertThatThrownBy(() -> engine.generate(ScriptedHouse.text(1)))
                .isInstanceOfSatisfying(
                        FoveaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENGINE_UNAVAILABLE))
                .hasMessageContaining("load weights again");
    }

    private VllmEngine open() throws InterruptedException {
        return house.open(server, ScriptedHouse.SETTINGS);
    }
}

package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.WeightSpans;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.engine.vllm.VllmDescription.ContentParts;
import dev.fovea.engine.vllm.VllmDescription.Evidence;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.PixelForm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an unmodified server accepts without a word; see {@link RealServer} for the properties that name one. */
@EnabledIfSystemProperty(named = RealServer.URL, matches = ".+", disabledReason = "no -Dfovea.vllm names a server")
class RealVllmTest extends SilentFailures {

    @Test
    void aServerThatHidesWhatItRendersIsFoundOutByItsAnswers() throws Exception {
        try (HidingFilter filter = new HidingFilter(RealServer.address(), VllmRoutes.RENDER);
                VllmEngine engine = engine(filter.address(), VllmSettings.defaults())) {
            assertThat(engine.handshake().evidence()).isEqualTo(Evidence.LOGPROBS);
            assertThat(engine.handshake().features()).contains(PixelForm.UINT8);
            assertThat(engine.handshake().contentParts()).isEqualTo(ContentParts.PLAIN_PICTURES);
        }
    }

    @ParameterizedTest
    @EnumSource
    void weightsAreLoadedWhileACompletionRuns(InFlight inFlight) throws Exception {
        Path checkpoint = Path.of(System.getProperty(RealServer.MODEL));
        try (VllmEngine engine =
                engine(RealServer.address(), VllmSettings.defaults().withInFlight(inFlight))) {
            engine.loadWeights(checkpoint, new WeightVersion(1));
            Future<Completion> running;
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                running = threads.submit(() -> engine.generate(endless()));
                while (!metric("num_requests_running").contains(" 1.0")) {
                    Thread.onSpinWait();
                }
                engine.loadWeights(checkpoint, new WeightVersion(2));
            }

            List<WeightVersion> versions = running.get().weightSpans().spans().stream()
                    .map(WeightSpans.Span::version)
                    .toList();

            assertThat(versions)
                    .isEqualTo(
                            switch (inFlight) {
                                case WAIT -> List.of(new WeightVersion(1));
                                case KEEP -> List.of(new WeightVersion(1), new WeightVersion(2));
                            });
        }
    }

    @Test
    void afterAFolderThatIsNoCheckpointNothingIsSampledUntilOneIsLoaded() throws Exception {
        try (VllmEngine engine = engine(RealServer.address(), VllmSettings.defaults())) {
            assertThatThrownBy(() -> engine.loadWeights(RealServer.freshRun(), new WeightVersion(3)))
                    .isInstanceOf(FoveaException.class);
            assertThatThrownBy(() -> engine.generate(ScriptedHouse.text(1))).hasMessageContaining("load weights again");

            engine.loadWeights(Path.of(System.getProperty(RealServer.MODEL)), new WeightVersion(4));

            assertThat(engine.generate(ScriptedHouse.text(1)).weights()).isEqualTo(new WeightVersion(4));
        }
    }

    @Test
    void aBannedIdIsNotSampledAndTheReportedLogprobIsThatOfTheRest() throws Exception {
        try (VllmEngine engine = engine(RealServer.address(), VllmSettings.defaults())) {
            Completion free = engine.generate(ScriptedHouse.text(0));
            int likeliest = free.ids().get(0);
            GenerateRequest plain = ScriptedHouse.text(0);

            Completion banned = engine.generate(new GenerateRequest(
                    "banned-" + System.nanoTime(),
                    plain.sessionId(),
                    plain.prompt(),
                    plain.images(),
                    plain.sampling().withBannedIds(Set.of(likeliest)),
                    plain.stopTokenIds()));

            assertThat(banned.ids().get(0)).isNotEqualTo(likeliest);
            double rest = 1 - Math.exp(free.logprobs().get(0));
            assertThat(Math.exp(banned.logprobs().get(0)) * rest)
                    .isLessThanOrEqualTo(Math.exp(free.logprobs().get(0)) + 1e-4);
        }
    }

    private static GenerateRequest endless() {
        return new GenerateRequest(
                "long-" + System.nanoTime(),
                "session",
                ExpandedIds.of(1, 2, 3),
                MultiModalData.none(),
                new SamplingParameters(1, 1, 600, OptionalLong.of(1)),
                Set.of());
    }

    private static String metric(String name) throws InterruptedException, IOException {
        try (VllmHttp http = new VllmHttp(RealServer.address());
                InputStream in = http.open("/metrics", Duration.ofSeconds(10)).body()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.contains(name) && !line.startsWith("#"))
                    .findFirst()
                    .orElse("");
        }
    }

    private static VllmEngine engine(VllmAddress address, VllmSettings settings) throws Exception {
        Path run = RealServer.freshRun();
        return VllmEngine.open(
                address,
                RealServer.model(),
                new AssetReader(AllowedRoots.of(List.of(run)), 1 << 20),
                ImageDecoder.proven(ImageLimits.DEFAULT),
                FileImageStore.open(StoreSettings.at(run.resolve("assets"))),
                settings);
    }

    @Override
    VllmAddress address() {
        return RealServer.address();
    }

    @Override
    ServedModel served() throws InterruptedException {
        return RealServer.model();
    }

    @Override
    Path runDirectory() throws IOException {
        return RealServer.freshRun();
    }
}

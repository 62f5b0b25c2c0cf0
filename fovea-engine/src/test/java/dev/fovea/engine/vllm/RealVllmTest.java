package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.engine.vllm.VllmDescription.ContentParts;
import dev.fovea.engine.vllm.VllmDescription.Evidence;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.PixelForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What an unmodified server accepts without a word; see {@link RealServer} for the properties that name one. */
@EnabledIfSystemProperty(named = RealServer.URL, matches = ".+", disabledReason = "no -Dfovea.vllm names a server")
class RealVllmTest extends SilentFailures {

    @Test
    void aServerThatHidesWhatItRendersIsFoundOutByItsAnswers() throws Exception {
        Path run = RealServer.freshRun();
        FileImageStore store = FileImageStore.open(StoreSettings.at(run.resolve("assets")));
        try (HidingFilter filter = new HidingFilter(RealServer.address(), VllmRoutes.RENDER);
                VllmEngine engine = VllmEngine.open(
                        filter.address(),
                        RealServer.model(),
                        new AssetReader(AllowedRoots.of(List.of(run)), 1 << 20),
                        ImageDecoder.proven(ImageLimits.DEFAULT),
                        store,
                        VllmSettings.defaults())) {
            assertThat(engine.handshake().evidence()).isEqualTo(Evidence.LOGPROBS);
            assertThat(engine.handshake().features()).contains(PixelForm.UINT8);
            assertThat(engine.handshake().contentParts()).isEqualTo(ContentParts.PLAIN_PICTURES);
        }
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

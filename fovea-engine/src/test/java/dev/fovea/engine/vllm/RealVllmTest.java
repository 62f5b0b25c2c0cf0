package dev.fovea.engine.vllm;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What an unmodified server accepts without a word; see {@link RealServer} for the properties that name one. */
@EnabledIfSystemProperty(named = RealServer.URL, matches = ".+", disabledReason = "no -Dfovea.vllm names a server")
class RealVllmTest extends SilentFailures {

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

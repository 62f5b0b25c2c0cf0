package dev.fovea.engine.vllm;

import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class ScriptedSilentFailuresTest extends SilentFailures {

    @TempDir
    private Path run;

    private ScriptedVllm server;

    @Override
    VllmAddress address() {
        return server.address();
    }

    /** Before the inherited one, which asks for the address. */
    @BeforeEach
    @Override
    void open() throws Exception {
        server = new ScriptedVllm(ScriptedHouse.PROCESSOR, ImageDecoder.proven(ImageLimits.DEFAULT), run);
        super.open();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Override
    ServedModel served() {
        return ScriptedHouse.MODEL;
    }

    @Override
    Path runDirectory() {
        return run;
    }
}

package dev.fovea.engine.vllm;

import dev.fovea.contract.TokenIds;
import dev.fovea.families.ImageProcessors;
import dev.fovea.families.VisionTokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The server that a test run names: {@code -Dfovea.vllm=URL}, {@code -Dfovea.vllm.model=DIR} (its checkpoint) and
 * {@code -Dfovea.vllm.run=DIR} (what it may read). It is started with {@code --enable-scale-out}, float32 weights and
 * {@code --allowed-local-media-path} on the run directory.
 */
final class RealServer {

    static final String URL = "fovea.vllm";
    static final String MODEL = "fovea.vllm.model";
    static final String RUN = "fovea.vllm.run";

    private RealServer() {}

    static VllmAddress address() {
        return VllmAddress.parse(property(URL));
    }

    static ServedModel model() throws InterruptedException {
        Path checkpoint = Path.of(property(MODEL));
        VisionTokens tokens = ImageProcessors.tokens(checkpoint).orElseThrow();
        return new ServedModel(
                VllmEngine.onlyModel(address()),
                ImageProcessors.open(checkpoint),
                tokens.imagePad(),
                TokenIds.of(tokens.start()),
                TokenIds.of(tokens.end()),
                tokens.imagePad() + 1);
    }

    static Path freshRun() throws IOException {
        return Files.createTempDirectory(Path.of(property(RUN)), "test");
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("a test against a real server needs -D" + name);
        }
        return value;
    }
}

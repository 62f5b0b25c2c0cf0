package dev.fovea.engine.vllm;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Puts new weights into a running server, in the order that was measured: pause, reload by path, name the version, drop the prefix
 * cache, resume. The routes exist with {@code VLLM_SERVER_DEV_MODE=1} only and must never be reachable from outside.
 */
final class VllmWeights {

    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final VllmHttp http;
    private volatile WeightVersion version = new WeightVersion(0);

    VllmWeights(VllmHttp http) {
        this.http = http;
    }

    WeightVersion version() {
        return version;
    }

    /**
     * Loads a checkpoint folder; requests in flight end with the weights that they began with.
     *
     * @throws FoveaException where any step fails; the server then stays paused, so that nothing is sampled from half-loaded weights
     */
    synchronized void load(Path checkpoint, WeightVersion next) throws InterruptedException {
        // "wait" drains what runs: one completion, one version
        step("/pause?mode=wait", "");
        step(
                "/collective_rpc",
                "{\"method\":\"reload_weights\",\"kwargs\":{\"weights_path\":\"" + quoted(checkpoint) + "\"}}");
        step("/update_weight_version", "{\"new_version\":\"" + next.label() + "\"}");
        step("/reset_prefix_cache", "");
        step("/resume", "");
        version = next;
    }

    private static String quoted(Path path) {
        return new String(JsonStringEncoder.getInstance()
                .quoteAsCharArray(path.toAbsolutePath().toString()));
    }

    private void step(String route, String body) throws InterruptedException {
        try {
            http.post(route, body, TIMEOUT);
        } catch (FoveaException e) {
            throw new EngineException(
                    ErrorCode.ENGINE_FAILED,
                    "new weights stopped at " + route + ": " + e.what(),
                    "start vLLM with VLLM_SERVER_DEV_MODE=1, make the checkpoint readable for it, and restart it: it is paused",
                    e);
        }
    }
}

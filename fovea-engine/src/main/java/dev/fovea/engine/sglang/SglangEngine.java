package dev.fovea.engine.sglang;

import dev.fovea.assets.AssetReader;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.vision.ImageDecoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An SGLang server. It opens pictures by itself, so only plain ones are sent, and it tells the length of the prompt that it used and
 * not its ids: two pictures that changed places would not be noticed here. Thread safe.
 */
public final class SglangEngine implements Engine {

    private static final Duration SHORT = Duration.ofSeconds(30);
    private static final Duration LOAD = Duration.ofMinutes(10);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SglangHttp http;
    private final ServedModel model;
    private final int contextTokens;
    private final SglangSettings settings;
    private final SglangRequest requests;

    /** Requests share it; a load of weights has it alone, so that each completion is of one version. */
    private final ReadWriteLock inFlight = new ReentrantReadWriteLock();

    private volatile WeightVersion weights = new WeightVersion(0);
    private volatile boolean weightsKnown = true;

    private SglangEngine(
            SglangHttp http, ServedModel model, int contextTokens, SglangSettings settings, SglangRequest requests) {
        this.http = http;
        this.model = model;
        this.contextTokens = contextTokens;
        this.settings = settings;
        this.requests = requests;
    }

    /**
     * Opens a server.
     *
     * @throws SetupException where it does not serve the model
     */
    public static SglangEngine open(
            VllmAddress address, ServedModel model, AssetReader reader, ImageDecoder decoder, SglangSettings settings)
            throws InterruptedException {
        SglangHttp http = new SglangHttp(address);
        try {
            return new SglangEngine(
                    http,
                    model,
                    contextTokens(http, model),
                    settings,
                    new SglangRequest(model, reader, decoder, settings));
        } catch (RuntimeException | InterruptedException e) {
            http.close();
            throw e;
        }
    }

    private static int contextTokens(SglangHttp http, ServedModel model) throws InterruptedException {
        JsonNode served = http.get("/v1/models", SHORT).path("data");
        for (JsonNode one : served) {
            if (one.path("id").asString("").equals(model.name())) {
                return one.path("max_model_len").asInt(Integer.MAX_VALUE);
            }
        }
        throw new SetupException(
                ErrorCode.INVALID_CONFIGURATION,
                "the engine serves " + served.findValuesAsString("id") + ", not " + model.name(),
                "name the model as the server does (--served-model-name)");
    }

    @Override
    public EngineDescription describe() {
        return new EngineDescription("sglang", model.name(), contextTokens, model.vocabulary(), weights);
    }

    @Override
    public boolean knowsItsWeights() {
        return weightsKnown;
    }

    @Override
    public Completion generate(GenerateRequest request) throws InterruptedException {
        ObjectNode body = requests.body(request);
        inFlight.readLock().lockInterruptibly();
        try {
            if (!weightsKnown) {
                throw new EngineException(
                        ErrorCode.ENGINE_UNAVAILABLE,
                        "a load of weights failed, and it is not known which ones would answer",
                        "load weights again; until that succeeds nothing is sampled");
            }
            return SglangAnswer.read(http.post("/generate", body, settings.timeout()), request, weights);
        } catch (InterruptedException e) {
            abort(request.requestId());
            throw e;
        } finally {
            inFlight.readLock().unlock();
        }
    }

    private void abort(String requestId) {
        boolean unusedFlag = Thread.interrupted();
        try {
            http.post("/abort_request", JSON.createObjectNode().put("rid", requestId), SHORT);
        } catch (FoveaException e) {
            // the caller has gone; the server's own detection of the closed connection remains
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the requests in flight, which end with the weights that they began with. */
    @Override
    public void loadWeights(Path checkpoint, WeightVersion version) throws InterruptedException {
        inFlight.writeLock().lockInterruptibly();
        try {
            weightsKnown = false;
            JsonNode answer = http.post(
                    "/update_weights_from_disk",
                    JSON.createObjectNode()
                            .put("model_path", checkpoint.toAbsolutePath().toString())
                            .put("flush_cache", true)
                            .put("abort_all_requests", false)
                            .put("weight_version", version.label()),
                    LOAD);
            if (!answer.path("success").asBoolean(false)) {
                throw new EngineException(
                        ErrorCode.ENGINE_FAILED,
                        "new weights were not loaded: " + answer.path("message").asString("no reason given"),
                        "make the checkpoint readable for the engine, then load again");
            }
            weights = version;
            weightsKnown = true;
        } finally {
            inFlight.writeLock().unlock();
        }
    }

    @Override
    public void close() {
        http.close();
    }
}

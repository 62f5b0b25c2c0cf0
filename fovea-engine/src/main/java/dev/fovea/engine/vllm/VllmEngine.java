package dev.fovea.engine.vllm;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.ImageStore;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.PromptProof;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.engine.vllm.VllmDescription.Logprobs;
import dev.fovea.vision.ImageDecoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.JsonNode;

/**
 * An unmodified vLLM. Every image of every turn is sent at its slot, never a null item, so that no cache of the server decides over
 * an answer. Wrap it into a {@link dev.fovea.engine.ProvenEngine}: the echo is compared there.
 */
public final class VllmEngine implements Engine {

    private static final Duration ABORT_TIMEOUT = Duration.ofSeconds(5);

    private final VllmHttp http;
    private final ServedModel model;
    private final VllmSettings settings;
    private final VllmWeights weights;
    private final Connection connection;
    private final PromptProof prompts;
    private final LongAdder sentBytes = new LongAdder();

    private VllmEngine(VllmHttp http, ServedModel model, VllmSettings settings, Connection connection) {
        this.http = http;
        this.model = model;
        this.settings = settings;
        this.connection = connection;
        this.weights = new VllmWeights(http, settings.inFlight(), settings.checksumBytes());
        // what it finds is an error, which the proof around an engine counts
        this.prompts = new PromptProof(model.imagePad(), new ProofLedger());
    }

    /**
     * Opens a server after a handshake.
     *
     * @param store where probes are put, below the directory that the server may read
     * @throws dev.fovea.contract.error.SetupException where it cannot serve the model exactly, with what differed first
     */
    public static VllmEngine open(
            VllmAddress address,
            ServedModel model,
            AssetReader reader,
            ImageDecoder decoder,
            ImageStore store,
            VllmSettings settings)
            throws InterruptedException {
        VllmHttp http = new VllmHttp(address);
        try {
            Connection connection = Connection.open(http, model, reader, decoder, store, settings);
            return new VllmEngine(http, model, settings, connection);
        } catch (RuntimeException | InterruptedException e) {
            http.close();
            throw e;
        }
    }

    /**
     * The name of the only model that a server serves.
     *
     * @throws dev.fovea.contract.error.SetupException where there are more or none, with their names
     */
    public static String onlyModel(VllmAddress address) throws InterruptedException {
        try (VllmHttp http = new VllmHttp(address)) {
            return ServedNames.ask(http).only();
        }
    }

    /** What the newest handshake found out. */
    public VllmDescription handshake() {
        return connection.newest().description();
    }

    /** Bytes of all request bodies so far. */
    public long sentBytes() {
        return sentBytes.sum();
    }

    @Override
    public EngineDescription describe() {
        return new EngineDescription(
                "vllm " + handshake().version(),
                model.name(),
                handshake().contextTokens(),
                model.vocabulary(),
                weights.version());
    }

    @Override
    public Completion generate(GenerateRequest request) throws InterruptedException {
        weights.prove();
        WeightNames names = weights.names();
        Connection.Shaken shaken = connection.shaken();
        requireReportedDistribution(request.sampling(), shaken.description());
        prompts.noLostImage(request.prompt(), request.images(), model.start(), model.end());
        RequestBody body = shaken.encoder().encode(WireRequest.of(request, model.name()));
        sentBytes.add(body.length());
        try {
            JsonNode answer = http.post(
                    VllmRoutes.GENERATE,
                    body.publisher(),
                    Map.of("X-Session-ID", request.sessionId()),
                    settings.timeout());
            Completion completion =
                    GenerateAnswer.read(answer, model.processor().engineItem().modality(), names);
            if (!GenerateAnswer.tellsWeights(answer)) {
                weights.requireStill(completion.weights());
            }
            return completion;
        } catch (InterruptedException e) {
            abort(request.requestId());
            throw e;
        } catch (EngineException e) {
            if (e.code() == ErrorCode.ENGINE_UNAVAILABLE) {
                // whoever answers next may be another server, with other settings
                connection.forget(shaken);
                weights.doubt();
            }
            throw e;
        }
    }

    @Override
    public boolean knowsItsWeights() {
        return weights.known();
    }

    /** A server that reports raw log-probabilities reports the sampled distribution's only where they are the same. */
    private static void requireReportedDistribution(SamplingParameters sampling, VllmDescription description) {
        boolean same = sampling.temperature() == 0 || (sampling.temperature() == 1 && sampling.topP() == 1);
        if (description.logprobs() == Logprobs.RAW
                && !(same && sampling.bannedIds().isEmpty())) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST,
                    "temperature %s, top_p %s and %d banned ids, where the engine reports log-probabilities before all three"
                            .formatted(
                                    sampling.temperature(),
                                    sampling.topP(),
                                    sampling.bannedIds().size()),
                    "start vLLM with --logprobs-mode processed_logprobs, or sample at temperature 1 and top_p 1 without bans");
        }
    }

    /** The closed connection already told the server; naming the request ends it also where a proxy keeps connections open. */
    private void abort(String requestId) {
        boolean unusedFlag = Thread.interrupted();
        try {
            http.post(VllmRoutes.ABORT, VllmRoutes.abortBody(requestId), ABORT_TIMEOUT);
        } catch (FoveaException e) {
            // the caller has gone; the server's own detection of the closed connection remains
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void loadWeights(Path checkpoint, WeightVersion version) throws InterruptedException {
        weights.load(checkpoint, version);
    }

    @Override
    public void close() {
        http.close();
    }
}

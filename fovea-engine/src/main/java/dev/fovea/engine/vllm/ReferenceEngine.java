package dev.fovea.engine.vllm;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.GenerateRequest;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** A server that opens {@code mmraw:} references by itself: {@link VllmProxy}, or one of the original design. Thread safe. */
public final class ReferenceEngine implements Engine {

    private final VllmHttp http;
    private final EngineDescription description;
    private final String modality;
    private final VllmSettings settings;
    private final LongAdder sentBytes = new LongAdder();

    private ReferenceEngine(VllmHttp http, EngineDescription description, String modality, VllmSettings settings) {
        this.http = http;
        this.description = description;
        this.modality = modality;
        this.settings = settings;
    }

    /**
     * Opens a server.
     *
     * @throws dev.fovea.contract.error.SetupException where it does not serve the model
     */
    public static ReferenceEngine open(VllmAddress address, ServedModel model, VllmSettings settings)
            throws InterruptedException {
        VllmHttp http = new VllmHttp(address);
        try {
            int context = ServedNames.ask(http).contextTokens(model.name());
            return new ReferenceEngine(
                    http,
                    new EngineDescription(
                            "references", model.name(), context, model.vocabulary(), new WeightVersion(0)),
                    model.processor().engineItem().modality(),
                    settings);
        } catch (RuntimeException | InterruptedException e) {
            http.close();
            throw e;
        }
    }

    @Override
    public EngineDescription describe() {
        return description;
    }

    /** Bytes of all request bodies so far. */
    public long sentBytes() {
        return sentBytes.sum();
    }

    @Override
    public Completion generate(GenerateRequest request) throws InterruptedException {
        RequestBody body = GenerateBodies.references(
                WireRequest.of(request, description.model()), modality, settings.references());
        sentBytes.add(body.length());
        return GenerateAnswer.read(
                http.post(
                        VllmRoutes.GENERATE,
                        body.publisher(),
                        Map.of("X-Session-ID", request.sessionId()),
                        settings.timeout()),
                modality,
                WeightNames.trusting(description.weights()));
    }

    /** Not offered: whoever answers references does not take orders with them. */
    @Override
    public void loadWeights(Path checkpoint, WeightVersion version) {
        throw new EngineException(
                ErrorCode.ENGINE_FAILED,
                "a server that is reached by references takes no weights this way",
                "load weights at the server itself");
    }

    @Override
    public void close() {
        http.close();
    }
}

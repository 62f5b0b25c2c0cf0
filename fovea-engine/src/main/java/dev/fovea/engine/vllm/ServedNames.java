package dev.fovea.engine.vllm;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The models of a server.
 *
 * @param contexts longest prompt and completion together, by name
 */
record ServedNames(Map<String, Integer> contexts) {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    static ServedNames ask(VllmHttp http) throws InterruptedException {
        Map<String, Integer> contexts = new LinkedHashMap<>();
        for (JsonNode served : http.get(VllmRoutes.MODELS, TIMEOUT).path("data")) {
            contexts.put(
                    served.path("id").asString("?"),
                    served.path("max_model_len").asInt(Integer.MAX_VALUE));
        }
        return new ServedNames(contexts);
    }

    int contextTokens(String name) {
        Integer context = contexts.get(name);
        if (context == null) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the engine serves " + String.join(", ", contexts.keySet()) + ", not " + name,
                    "name the model as the server does (--served-model-name)");
        }
        return context;
    }

    String only() {
        if (contexts.size() != 1) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the engine serves " + contexts.size() + " models: " + String.join(", ", contexts.keySet()),
                    "name one with --served-model-name");
        }
        return contexts.keySet().iterator().next();
    }
}

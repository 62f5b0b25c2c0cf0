package dev.fovea.orchestrator;

import java.net.URI;

/**
 * Where an episode sends its requests.
 *
 * @param baseUrl an OpenAI-compatible base URL, {@code /v1} included
 * @param apiKey opens this rollout and nothing else
 */
public record ModelEndpoint(URI baseUrl, String apiKey) {

    /** Without the key. */
    @Override
    public String toString() {
        return baseUrl.toString();
    }
}

package dev.fovea.engine.vllm;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * Where a server answers.
 *
 * @param base scheme, host, port and an optional path, without {@code /v1} and without a final slash
 * @param apiKey sent as bearer token; never shown
 */
public record VllmAddress(URI base, Optional<String> apiKey) {

    /**
     * Reads an address as users write it, with or without {@code /v1}.
     *
     * @throws SetupException {@code invalid_configuration} where it is no http or https URL
     */
    public static VllmAddress parse(String url) {
        String text =
                url.strip().replaceFirst("/+$", "").replaceFirst("/v1$", "").replaceFirst("/+$", "");
        try {
            URI uri = new URI(text);
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (web && uri.getHost() != null && uri.getQuery() == null && uri.getUserInfo() == null) {
                return new VllmAddress(uri, Optional.empty());
            }
        } catch (URISyntaxException e) {
            // refused below, like every other text that is no address
        }
        throw new SetupException(
                ErrorCode.INVALID_CONFIGURATION,
                "the engine's address " + url + " is no http or https URL",
                "give one like http://127.0.0.1:8000");
    }

    /** The same address with a key. */
    public VllmAddress withApiKey(String key) {
        return new VllmAddress(base, Optional.of(key));
    }

    URI route(String path) {
        return URI.create(base + path);
    }

    @Override
    public String toString() {
        return base.toString();
    }
}

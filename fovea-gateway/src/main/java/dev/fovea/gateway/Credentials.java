package dev.fovea.gateway;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** Reads and compares secrets; never shows one. */
final class Credentials {

    private static final String BEARER = "Bearer ";

    private Credentials() {}

    /** The key of {@code Authorization}, with or without the word Bearer. */
    static Optional<String> bearer(ServerRequest request) {
        return request.headers()
                .first(HeaderNames.AUTHORIZATION)
                .map(value -> value.startsWith(BEARER) ? value.substring(BEARER.length()) : value)
                .map(String::strip);
    }

    static void require(ServerRequest request, String secret) {
        byte[] expected = secret.getBytes(StandardCharsets.UTF_8);
        boolean equal = bearer(request)
                .map(given -> MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected))
                .orElse(false);
        if (!equal) {
            throw new RequestException(
                    ErrorCode.UNAUTHORIZED,
                    "the control API needs its own secret",
                    "send it as Authorization: Bearer …; a rollout's key does not open it");
        }
    }
}

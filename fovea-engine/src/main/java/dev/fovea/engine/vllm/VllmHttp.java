package dev.fovea.engine.vllm;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server's routes as JSON in, JSON out; every failure is an error of ours. Thread safe. */
final class VllmHttp implements AutoCloseable {

    /** Ids, logprobs and an echo of the longest contexts in use stay far below. */
    private static final int MOST_ANSWER_BYTES = 256 << 20;

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** How long a departed caller's request goes on at most; the socket is asked, not the network. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private static final String NO_CONNECTION = "accepts no connection";
    private static final String START_IT = "start it, or correct its address";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final VllmAddress address;
    private final HttpClient client;

    VllmHttp(VllmAddress address) {
        this.address = address;
        // HTTP/1.1: a closed connection is how the server learns that nobody waits any more
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
    }

    /** A route's answer; an empty body is a missing node. */
    JsonNode get(String path, Duration timeout) throws InterruptedException {
        return read(path, send(request(path, Map.of(), timeout).GET().build()));
    }

    JsonNode post(String path, String json, Duration timeout) throws InterruptedException {
        return post(path, BodyPublishers.ofString(json), Map.of(), timeout);
    }

    JsonNode post(String path, BodyPublisher body, Map<String, String> headers, Duration timeout)
            throws InterruptedException {
        return read(
                path,
                send(request(path, headers, timeout)
                        .header("Content-Type", "application/json")
                        .POST(body)
                        .build()));
    }

    /** The raw answer to a body, whatever its status; the caller closes its stream, which also ends the server's work on it. */
    HttpResponse<InputStream> open(String path, BodyPublisher body, Map<String, String> headers, Duration timeout)
            throws InterruptedException {
        return send(request(path, headers, timeout)
                .header("Content-Type", "application/json")
                .POST(body)
                .build());
    }

    /**
     * The raw answer to a body, or nothing where nobody wants it any more; the request is then broken off, which the server notices.
     *
     * @param wanted asked again and again while the answer is awaited
     */
    Optional<HttpResponse<InputStream>> openWhile(
            BooleanSupplier wanted, String path, BodyPublisher body, Map<String, String> headers, Duration timeout)
            throws InterruptedException {
        HttpRequest request = request(path, headers, timeout)
                .header("Content-Type", "application/json")
                .POST(body)
                .build();
        CompletableFuture<HttpResponse<InputStream>> answer = client.sendAsync(request, BodyHandlers.ofInputStream());
        try {
            while (true) {
                try {
                    return Optional.of(answer.get(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS));
                } catch (TimeoutException e) {
                    if (!wanted.getAsBoolean()) {
                        return Optional.empty();
                    }
                }
            }
        } catch (ExecutionException e) {
            throw failure(request, e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private FoveaException failure(HttpRequest request, @Nullable Throwable cause) {
        if (cause instanceof IOException e) {
            return broken(request, e);
        }
        throw new IllegalStateException("the HTTP client failed", cause);
    }

    /** The raw answer of a route that only tells. */
    HttpResponse<InputStream> open(String path, Duration timeout) throws InterruptedException {
        return send(request(path, Map.of(), timeout).GET().build());
    }

    private HttpRequest.Builder request(String path, Map<String, String> headers, Duration timeout) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address.route(path)).timeout(timeout);
        headers.forEach(request::header);
        address.apiKey().ifPresent(key -> request.header("Authorization", "Bearer " + key));
        return request;
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw broken(request, e);
        }
    }

    private EngineException broken(HttpRequest request, IOException failure) {
        return switch (failure) {
            case HttpTimeoutException e
            when !(e instanceof HttpConnectTimeoutException) ->
                unavailable(
                        "did not answer " + request.uri().getPath() + " in "
                                + request.timeout().orElse(CONNECT).toSeconds() + " s",
                        "raise the engine timeout, or look at the engine's load",
                        e);
            case HttpConnectTimeoutException e ->
                "https".equalsIgnoreCase(address.base().getScheme())
                        ? unavailable(
                                "begins no TLS in " + CONNECT.toSeconds() + " s", "use http, or correct its address", e)
                        : unavailable(NO_CONNECTION, START_IT, e);
            case ConnectException e -> unavailable(NO_CONNECTION, START_IT, e);
            case SSLException e ->
                unavailable(
                        "offers no TLS that is trusted here (" + e.getMessage() + ")",
                        "trust its certificate in the JVM's trust store, or use http",
                        e);
            default ->
                unavailable(
                        "broke the connection (" + failure.getClass().getSimpleName() + ")",
                        "the turn may be tried again",
                        failure);
        };
    }

    JsonNode read(String path, HttpResponse<InputStream> response) {
        byte[] body = bounded(path, response);
        if (response.statusCode() != 200) {
            throw VllmRefusal.of(address, path, response.statusCode(), body);
        }
        try {
            return body.length == 0 ? JSON.missingNode() : JSON.readTree(body);
        } catch (JacksonException e) {
            throw new EngineException(
                    ErrorCode.MALFORMED_ENGINE_ANSWER,
                    "engine " + address + " answered " + path + " with no JSON (" + e.getOriginalMessage() + ")",
                    "check that a vLLM answers at this address",
                    e);
        }
    }

    /**
     * The whole of an answer.
     *
     * @throws EngineException where it breaks off, or does not end
     */
    byte[] bounded(String path, HttpResponse<InputStream> response) {
        try (InputStream in = response.body()) {
            byte[] body = in.readNBytes(MOST_ANSWER_BYTES);
            if (body.length == MOST_ANSWER_BYTES) {
                throw new EngineException(
                        ErrorCode.MALFORMED_ENGINE_ANSWER,
                        "engine " + address + " answered " + path + " with more than " + (MOST_ANSWER_BYTES >> 20)
                                + " MiB",
                        "check that a vLLM answers at this address");
            }
            return body;
        } catch (IOException e) {
            throw unavailable("broke off its answer to " + path, "the turn may be tried again", e);
        }
    }

    private EngineException unavailable(String what, String remedy, IOException cause) {
        return new EngineException(ErrorCode.ENGINE_UNAVAILABLE, "engine " + address + " " + what, remedy, cause);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

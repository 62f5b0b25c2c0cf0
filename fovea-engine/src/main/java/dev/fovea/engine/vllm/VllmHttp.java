package dev.fovea.engine.vllm;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server's routes as JSON in, JSON out; every failure is an error of ours. Thread safe. */
final class VllmHttp implements AutoCloseable {

    /** Ids, logprobs and an echo of the longest contexts in use stay far below. */
    private static final int MOST_ANSWER_BYTES = 256 << 20;

    private static final Duration CONNECT = Duration.ofSeconds(5);
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
        } catch (HttpTimeoutException e) {
            throw unavailable(
                    "did not answer " + request.uri().getPath() + " in "
                            + request.timeout().orElse(CONNECT).toSeconds() + " s",
                    "raise the engine timeout, or look at the engine's load",
                    e);
        } catch (ConnectException e) {
            throw unavailable("accepts no connection", "start it, or correct its address", e);
        } catch (SSLException e) {
            throw unavailable(
                    "offers no TLS that is trusted here (" + e.getMessage() + ")",
                    "trust its certificate in the JVM's trust store, or use http",
                    e);
        } catch (IOException e) {
            throw unavailable(
                    "broke the connection (" + e.getClass().getSimpleName() + ")", "the turn may be tried again", e);
        }
    }

    private JsonNode read(String path, HttpResponse<InputStream> response) {
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

    private byte[] bounded(String path, HttpResponse<InputStream> response) {
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

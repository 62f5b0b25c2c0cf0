package dev.fovea.engine.sglang;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.vllm.VllmAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server's routes as JSON in, JSON out; every failure is an error of ours. Thread safe. */
final class SglangHttp implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int SHOWN_CHARACTERS = 300;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final VllmAddress address;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    SglangHttp(VllmAddress address) {
        this.address = address;
    }

    JsonNode get(String path, Duration timeout) throws InterruptedException {
        return send(path, request(path, timeout).GET().build());
    }

    JsonNode post(String path, JsonNode body, Duration timeout) throws InterruptedException {
        return send(
                path,
                request(path, timeout)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                        .build());
    }

    private HttpRequest.Builder request(String path, Duration timeout) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address.base() + path)).timeout(timeout);
        address.apiKey().ifPresent(key -> request.header("Authorization", "Bearer " + key));
        return request;
    }

    private JsonNode send(String path, HttpRequest request) throws InterruptedException {
        HttpResponse<byte[]> answer;
        try {
            answer = client.send(request, BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.ENGINE_UNAVAILABLE,
                    "engine " + address + " is not reached (" + e.getClass().getSimpleName() + ")",
                    "start it, or correct its address; the turn may be tried again",
                    e);
        }
        JsonNode json = json(path, answer.body());
        if (answer.statusCode() != 200) {
            throw refusal(path, answer.statusCode(), json);
        }
        return json;
    }

    private JsonNode json(String path, byte[] body) {
        try {
            return body.length == 0 ? JSON.missingNode() : JSON.readTree(body);
        } catch (JacksonException e) {
            throw new EngineException(
                    ErrorCode.MALFORMED_ENGINE_ANSWER,
                    "engine " + address + " answered " + path + " with no JSON (" + e.getOriginalMessage() + ")",
                    "check that an SGLang answers at this address",
                    e);
        }
    }

    private FoveaException refusal(String path, int status, JsonNode json) {
        String said = json.at("/error/message").asString(json.path("message").asString(json.toString()));
        String line = said.length() <= SHOWN_CHARACTERS ? said : said.substring(0, SHOWN_CHARACTERS) + "…";
        String what = "engine %s answered %s with %d: %s".formatted(address, path, status, line);
        if (status == 401) {
            return new SetupException(ErrorCode.INVALID_CONFIGURATION, what, "give the engine's API key");
        }
        if (status == 404 || status == 405) {
            return new SetupException(
                    ErrorCode.INVALID_CONFIGURATION, what, "check that an SGLang answers at this address");
        }
        if (status < 500 && said.toLowerCase(Locale.ROOT).contains("context length")) {
            return new RequestException(ErrorCode.PROMPT_TOO_LONG, what, "shorten the conversation");
        }
        return new EngineException(ErrorCode.ENGINE_FAILED, what, "look at the engine's log");
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

package dev.fovea.engine.vllm;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.PromptProof;
import dev.fovea.vision.MaterializerCounters;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One generation through the proxy: proven before it is sent, and again before the client has any of the answer. */
final class ProxiedGeneration {

    private static final Duration ABORT = Duration.ofSeconds(5);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The server takes this header's value for the request's id, before the body's. */
    private static final String REQUEST_ID = "X-Request-Id";

    /** Request headers that mean something to the server. */
    private static final List<String> PASSED_ON =
            List.of("X-Session-ID", "X-data-parallel-rank", REQUEST_ID, "traceparent", "tracestate");

    private final VllmHttp http;
    private final ServedModel model;
    private final Connection connection;
    private final PromptProof prompts;
    private final VllmSettings settings;
    private final ClientSockets clients;
    private final ProxyTally tally;

    ProxiedGeneration(
            VllmHttp http,
            ServedModel model,
            Connection connection,
            PromptProof prompts,
            VllmSettings settings,
            ClientSockets clients,
            ProxyTally tally) {
        this.http = http;
        this.model = model;
        this.connection = connection;
        this.prompts = prompts;
        this.settings = settings;
        this.clients = clients;
        this.tally = tally;
    }

    /** What the proxy's materialiser did; empty where it makes no pixels. */
    Optional<MaterializerCounters> pixels() {
        return connection.newest().encoder().pixelCounters();
    }

    void handle(ServerRequest request, ServerResponse response) throws Exception {
        tally.request();
        ProxiedRequest proxied = ProxiedRequest.read(
                request.content().as(byte[].class), model.processor().engineItem());
        prompts.spans(proxied.wire().prompt(), proxied.wire().images());
        prompts.noLostImage(proxied.wire().prompt(), proxied.wire().images(), model.start(), model.end());
        Connection.Shaken shaken = connection.shaken();
        RequestBody body = shaken.encoder().encode(proxied.wire());
        Map<String, String> headers = headers(request);
        String requestId = headers.getOrDefault(REQUEST_ID, proxied.requestId());
        try {
            Optional<HttpResponse<InputStream>> answer = http.openWhile(
                    clients.waiting(request), VllmRoutes.GENERATE, body.publisher(), headers, settings.timeout());
            if (answer.isEmpty()) {
                abandon(requestId);
            } else {
                give(answer.get(), proxied, requestId, response);
            }
        } catch (FoveaException e) {
            if (e.code() == ErrorCode.ENGINE_UNAVAILABLE) {
                // whoever answers next may be another server, with other settings
                connection.forget(shaken);
            }
            throw e;
        }
    }

    private void give(
            HttpResponse<InputStream> answer, ProxiedRequest proxied, String requestId, ServerResponse response)
            throws Exception {
        if (answer.statusCode() != 200) {
            ProxyReplies.pass(answer, response);
        } else if (proxied.stream()) {
            relay(answer, proxied.wire(), requestId, response);
        } else {
            whole(answer, proxied.wire(), response);
        }
    }

    private void whole(HttpResponse<InputStream> answer, WireRequest wire, ServerResponse response) {
        byte[] bytes = http.bounded(VllmRoutes.GENERATE, answer);
        prove(bytes, wire);
        response.header(HeaderNames.CONTENT_TYPE, "application/json").send(bytes);
    }

    /** A client that no longer takes events ends the server's work on them. */
    private void relay(HttpResponse<InputStream> answer, WireRequest wire, String requestId, ServerResponse response)
            throws Exception {
        boolean taken;
        try (InputStream in = answer.body()) {
            taken = relayed(new EventReader(in), wire, response);
        }
        if (!taken) {
            abandon(requestId);
        }
    }

    /** Events go on as they come; the first one, which tells of the prompt, is proven before anything is. */
    private boolean relayed(EventReader events, WireRequest wire, ServerResponse response) throws IOException {
        byte[] first = events.next();
        prove(EventReader.data(first).getBytes(StandardCharsets.UTF_8), wire);
        response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
        OutputStream out = response.outputStream();
        for (byte[] event = first; event.length > 0; event = events.next()) {
            if (!written(event, out)) {
                return false;
            }
        }
        out.close();
        return true;
    }

    /** Whether the client took it. */
    private static boolean written(byte[] event, OutputStream out) {
        try {
            out.write(event);
            out.flush();
            return true;
        } catch (IOException | UncheckedIOException | SocketWriterException | CloseConnectionException e) {
            return false;
        }
    }

    /** The closed connection already told the server; naming the request ends it also where something in between keeps it open. */
    private void abandon(String requestId) throws InterruptedException {
        tally.abandoned();
        try {
            http.post(VllmRoutes.ABORT, VllmRoutes.abortBody(requestId), ABORT);
        } catch (FoveaException e) {
            // nobody waits for this answer any more; the server's own detection of the closed connection remains
        }
    }

    private void prove(byte[] json, WireRequest wire) {
        JsonNode answer = parsed(json);
        prompts.echo(
                wire.prompt(),
                wire.images(),
                GenerateAnswer.echo(answer, model.processor().engineItem().modality()));
    }

    private static JsonNode parsed(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (JacksonException e) {
            throw new EngineException(
                    ErrorCode.MALFORMED_ENGINE_ANSWER,
                    "the engine answered with no JSON (" + e.getOriginalMessage() + ")",
                    "check that a vLLM answers behind this proxy",
                    e);
        }
    }

    private static Map<String, String> headers(ServerRequest request) {
        Map<String, String> headers = new HashMap<>();
        for (String name : PASSED_ON) {
            request.headers().first(HeaderNames.create(name)).ifPresent(value -> headers.put(name, value));
        }
        return headers;
    }
}

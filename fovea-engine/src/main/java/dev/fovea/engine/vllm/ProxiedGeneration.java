package dev.fovea.engine.vllm;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.PromptProof;
import dev.fovea.engine.pool.Rotation;
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

    /** Equal for all turns of one conversation. */
    private static final String SESSION_ID = "X-Session-ID";

    private static final int SERVER_ERROR = 500;

    /** Request headers that mean something to the server. */
    private static final List<String> PASSED_ON =
            List.of(SESSION_ID, "X-data-parallel-rank", REQUEST_ID, "traceparent", "tracestate");

    private final Rotation<Upstream> servers;
    private final ServedModel model;
    private final PromptProof prompts;
    private final VllmSettings settings;
    private final ClientSockets clients;
    private final ProxyTally tally;

    ProxiedGeneration(
            Rotation<Upstream> servers,
            ServedModel model,
            PromptProof prompts,
            VllmSettings settings,
            ClientSockets clients,
            ProxyTally tally) {
        this.servers = servers;
        this.model = model;
        this.prompts = prompts;
        this.settings = settings;
        this.clients = clients;
        this.tally = tally;
    }

    /** What the proxy's materialisers did, one a server; none where it makes no pixels. */
    List<MaterializerCounters> pixels() {
        return servers.members().stream()
                .flatMap(server -> server.connection().newest().encoder().pixelCounters().stream())
                .toList();
    }

    void handle(ServerRequest request, ServerResponse response) throws Exception {
        tally.request();
        ProxiedRequest proxied = ProxiedRequest.read(
                request.content().as(byte[].class), model.processor().engineItem());
        prompts.spans(proxied.wire().prompt(), proxied.wire().images());
        prompts.noLostImage(proxied.wire().prompt(), proxied.wire().images(), model.start(), model.end());
        Map<String, String> headers = headers(request);
        servers.<Boolean, Exception>ask(
                headers.getOrDefault(SESSION_ID, proxied.requestId()),
                server -> forward(server, proxied, headers, request, response),
                well -> well);
    }

    /** Before an answer of any kind. */
    void prepare(ServerRequest request, ServerResponse response) {
        clients.endIfWatched(request, response);
    }

    /** Whether the server did not answer with an error of its own. */
    private boolean forward(
            Upstream server,
            ProxiedRequest proxied,
            Map<String, String> headers,
            ServerRequest request,
            ServerResponse response)
            throws Exception {
        Connection.Shaken shaken = server.connection().shaken();
        RequestBody body = shaken.encoder().encode(proxied.wire());
        String requestId = headers.getOrDefault(REQUEST_ID, proxied.requestId());
        try {
            Optional<HttpResponse<InputStream>> answer = server.http()
                    .openWhile(
                            clients.waiting(request),
                            VllmRoutes.GENERATE,
                            body.publisher(),
                            headers,
                            settings.timeout());
            if (answer.isEmpty()) {
                abandon(server, requestId);
                return true;
            }
            clients.endIfWatched(request, response);
            give(server, answer.get(), proxied, requestId, response);
            return answer.get().statusCode() < SERVER_ERROR;
        } catch (FoveaException e) {
            if (e.code() == ErrorCode.ENGINE_UNAVAILABLE) {
                server.forget(shaken);
            }
            throw e;
        }
    }

    private void give(
            Upstream server,
            HttpResponse<InputStream> answer,
            ProxiedRequest proxied,
            String requestId,
            ServerResponse response)
            throws Exception {
        if (answer.statusCode() != 200) {
            ProxyReplies.pass(answer, response);
        } else if (proxied.stream()) {
            relay(server, answer, proxied.wire(), requestId, response);
        } else {
            whole(server, answer, proxied.wire(), response);
        }
    }

    private void whole(Upstream server, HttpResponse<InputStream> answer, WireRequest wire, ServerResponse response) {
        byte[] bytes = server.http().bounded(VllmRoutes.GENERATE, answer);
        prove(bytes, wire);
        response.header(HeaderNames.CONTENT_TYPE, "application/json").send(bytes);
    }

    /** A client that no longer takes events ends the server's work on them. */
    private void relay(
            Upstream server,
            HttpResponse<InputStream> answer,
            WireRequest wire,
            String requestId,
            ServerResponse response)
            throws Exception {
        boolean taken;
        try (InputStream in = answer.body()) {
            taken = relayed(new EventReader(in), wire, response);
        }
        if (!taken) {
            abandon(server, requestId);
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
    private void abandon(Upstream server, String requestId) throws InterruptedException {
        tally.abandoned();
        try {
            server.http().post(VllmRoutes.ABORT, VllmRoutes.abortBody(requestId), ABORT);
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

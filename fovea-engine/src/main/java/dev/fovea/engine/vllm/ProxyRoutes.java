package dev.fovea.engine.vllm;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.engine.PromptProof;
import io.helidon.http.HeaderNames;
import io.helidon.http.NotFoundException;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The proxy's routes. What controls a server, and not its answers, is not passed on. */
final class ProxyRoutes {

    private static final System.Logger LOG = System.getLogger(VllmProxy.class.getName());
    private static final Duration SHORT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Answers that are passed on as they are. */
    private static final List<String> TELLING = List.of("/health", "/version", "/metrics", "/v1/models");

    /** Request headers that mean something to the server. */
    private static final List<String> PASSED_ON = List.of("X-Session-ID", "X-data-parallel-rank", "X-Request-Id");

    private static final String NO_ROUTE =
            "the proxy passes on generation, aborts and what tells of the server; nothing that controls it";

    private final VllmHttp http;
    private final ServedModel model;
    private final RequestEncoder encoder;
    private final PromptProof prompts;
    private final VllmSettings settings;

    ProxyRoutes(VllmHttp http, ServedModel model, RequestEncoder encoder, PromptProof prompts, VllmSettings settings) {
        this.http = http;
        this.model = model;
        this.encoder = encoder;
        this.prompts = prompts;
        this.settings = settings;
    }

    void register(HttpRouting.Builder routing) {
        routing.post(VllmRoutes.GENERATE, this::generate).post(VllmRoutes.ABORT, this::abort);
        TELLING.forEach(path -> routing.get(path, (request, response) -> pass(http.open(path, SHORT), response)));
        routing.error(
                        NotFoundException.class,
                        (request, response, error) -> send(response, 404, ErrorCode.NOT_FOUND.wire(), NO_ROUTE))
                .error(FoveaException.class, (request, response, error) -> refuse(response, error))
                .error(Throwable.class, (request, response, error) -> {
                    LOG.log(System.Logger.Level.ERROR, "a proxied request failed unexpectedly", error);
                    send(response, 500, ErrorCode.INTERNAL_ERROR.wire(), "the proxy failed; see its log");
                });
    }

    private void generate(ServerRequest request, ServerResponse response) throws Exception {
        ProxiedRequest proxied = ProxiedRequest.read(
                request.content().as(byte[].class), model.processor().engineItem());
        WireRequest wire = proxied.wire();
        prompts.spans(wire.prompt(), wire.images());
        RequestBody body = encoder.encode(wire);
        HttpResponse<InputStream> answer =
                http.open(VllmRoutes.GENERATE, body.publisher(), headers(request), settings.timeout());
        if (answer.statusCode() != 200) {
            pass(answer, response);
        } else if (proxied.stream()) {
            relay(answer, wire, response);
        } else {
            whole(answer, wire, response);
        }
    }

    private void whole(HttpResponse<InputStream> answer, WireRequest wire, ServerResponse response) throws IOException {
        try (InputStream in = answer.body()) {
            byte[] bytes = in.readAllBytes();
            prove(JSON.readTree(bytes), wire);
            response.header(HeaderNames.CONTENT_TYPE, "application/json").send(bytes);
        }
    }

    /** Events go on as they come; the first one, which tells of the prompt, is proven before anything is. */
    private void relay(HttpResponse<InputStream> answer, WireRequest wire, ServerResponse response) throws IOException {
        try (InputStream in = answer.body()) {
            EventReader events = new EventReader(in);
            byte[] first = events.next();
            prove(JSON.readTree(EventReader.data(first)), wire);
            response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
            try (OutputStream out = response.outputStream()) {
                for (byte[] event = first; event.length > 0; event = events.next()) {
                    out.write(event);
                    out.flush();
                }
            }
        }
    }

    private void prove(JsonNode answer, WireRequest wire) {
        prompts.echo(
                wire.prompt(),
                wire.images(),
                GenerateAnswer.echo(answer, model.processor().engineItem().modality()));
    }

    private void abort(ServerRequest request, ServerResponse response) throws Exception {
        byte[] body = request.content().as(byte[].class);
        pass(
                http.open(
                        VllmRoutes.ABORT, java.net.http.HttpRequest.BodyPublishers.ofByteArray(body), Map.of(), SHORT),
                response);
    }

    private static Map<String, String> headers(ServerRequest request) {
        Map<String, String> headers = new HashMap<>();
        for (String name : PASSED_ON) {
            request.headers().first(HeaderNames.create(name)).ifPresent(value -> headers.put(name, value));
        }
        return headers;
    }

    private static void pass(HttpResponse<InputStream> answer, ServerResponse response) throws IOException {
        try (InputStream in = answer.body()) {
            response.status(Status.create(answer.statusCode()));
            answer.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> response.header(HeaderNames.CONTENT_TYPE, type));
            response.send(in.readAllBytes());
        }
    }

    /** In the server's own form; whatever is wrong with a reference has the contract's type. */
    private static void refuse(ServerResponse response, FoveaException error) {
        boolean reference = error.code().httpStatus() < 500 && !isRequest(error);
        send(
                response,
                error.code() == ErrorCode.IMAGE_TOO_LARGE ? 400 : error.code().httpStatus(),
                reference ? ErrorCode.INVALID_MM_IMAGE_REF.wire() : error.code().wire(),
                error.what() + "; " + error.remedy() + " [" + error.code().wire() + "]");
    }

    private static boolean isRequest(FoveaException error) {
        return error instanceof RequestException
                && (error.code() == ErrorCode.INVALID_JSON || error.code() == ErrorCode.INVALID_REQUEST);
    }

    private static void send(ServerResponse response, int status, String type, String message) {
        var body = JSON.createObjectNode();
        body.putObject("error")
                .put("message", message)
                .put("type", type)
                .putNull("param")
                .put("code", status);
        response.status(Status.create(status))
                .header(HeaderNames.CONTENT_TYPE, "application/json")
                .send(JSON.writeValueAsBytes(body));
    }
}

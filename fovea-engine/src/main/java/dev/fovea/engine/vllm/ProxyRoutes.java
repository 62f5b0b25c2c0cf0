package dev.fovea.engine.vllm;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import io.helidon.http.HeaderNames;
import io.helidon.http.NotFoundException;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The proxy's routes. What controls a server, and not its answers, is not passed on. */
final class ProxyRoutes {

    private static final System.Logger LOG = System.getLogger(VllmProxy.class.getName());
    private static final Duration SHORT = Duration.ofSeconds(30);

    /** Answers that are passed on as they are. */
    private static final List<String> TELLING = List.of("/health", "/version", VllmRoutes.MODELS);

    private static final String METRICS = "/metrics";

    private static final String NO_ROUTE =
            "the proxy passes on generation, aborts and what tells of the server; nothing that controls it";

    private final VllmHttp http;
    private final ProxiedGeneration generation;
    private final ProxyTally tally;

    ProxyRoutes(VllmHttp http, ProxiedGeneration generation, ProxyTally tally) {
        this.http = http;
        this.generation = generation;
        this.tally = tally;
    }

    void register(HttpRouting.Builder routing) {
        routing.post(VllmRoutes.GENERATE, generation::handle)
                .post(VllmRoutes.ABORT, this::abort)
                .get(METRICS, this::metrics);
        TELLING.forEach(path ->
                routing.get(path, (request, response) -> ProxyReplies.pass(http.open(path, SHORT), response)));
        routing.error(
                        NotFoundException.class,
                        (request, response, error) ->
                                ProxyReplies.send(response, 404, ErrorCode.NOT_FOUND.wire(), NO_ROUTE))
                .error(FoveaException.class, (request, response, error) -> {
                    tally.refusal(error.code());
                    ProxyReplies.refuse(response, error);
                })
                .error(Throwable.class, (request, response, error) -> {
                    LOG.log(System.Logger.Level.ERROR, "a proxied request failed unexpectedly", error);
                    tally.refusal(ErrorCode.INTERNAL_ERROR);
                    ProxyReplies.send(response, 500, ErrorCode.INTERNAL_ERROR.wire(), "the proxy failed; see its log");
                });
    }

    private void abort(ServerRequest request, ServerResponse response) throws Exception {
        byte[] body = request.content().as(byte[].class);
        ProxyReplies.pass(http.open(VllmRoutes.ABORT, BodyPublishers.ofByteArray(body), Map.of(), SHORT), response);
    }

    /** The server's lines and then our own, which are there also where the server is not. */
    private void metrics(ServerRequest request, ServerResponse response) throws Exception {
        String lines = upstreamMetrics() + tally.lines(generation.pixels());
        response.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                .send(lines.getBytes(StandardCharsets.UTF_8));
    }

    private String upstreamMetrics() throws InterruptedException, IOException {
        try {
            HttpResponse<InputStream> answer = http.open(METRICS, SHORT);
            try (InputStream in = answer.body()) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                return answer.statusCode() == 200 ? text.stripTrailing() + "\n" : "";
            }
        } catch (FoveaException e) {
            return "";
        }
    }
}

package dev.fovea.engine.vllm;

import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.pool.Rotation;
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
import org.jspecify.annotations.Nullable;

/** The proxy's routes. What controls a server, and not its answers, is not passed on. */
final class ProxyRoutes {

    private static final System.Logger LOG = System.getLogger(VllmProxy.class.getName());
    private static final Duration SHORT = Duration.ofSeconds(30);

    /** Answers that are passed on as they are. */
    private static final List<String> TELLING = List.of("/health", "/version", VllmRoutes.MODELS);

    private static final String METRICS = "/metrics";

    private static final String NO_ROUTE =
            "the proxy passes on generation, aborts and what tells of the server; nothing that controls it";

    private final Rotation<Upstream> servers;
    private final ProxiedGeneration generation;
    private final ProxyTally tally;

    ProxyRoutes(Rotation<Upstream> servers, ProxiedGeneration generation, ProxyTally tally) {
        this.servers = servers;
        this.generation = generation;
        this.tally = tally;
    }

    void register(HttpRouting.Builder routing) {
        routing.post(VllmRoutes.GENERATE, generation::handle)
                .post(VllmRoutes.ABORT, this::abort)
                .get(METRICS, this::metrics);
        TELLING.forEach(path -> routing.get(path, (request, response) -> tell(path, response)));
        routing.error(
                        NotFoundException.class,
                        (request, response, error) ->
                                ProxyReplies.send(response, 404, ErrorCode.NOT_FOUND.wire(), NO_ROUTE))
                .error(FoveaException.class, (request, response, error) -> {
                    tally.refusal(error.code());
                    generation.prepare(request, response);
                    ProxyReplies.refuse(response, error);
                })
                .error(Throwable.class, (request, response, error) -> {
                    LOG.log(System.Logger.Level.ERROR, "a proxied request failed unexpectedly", error);
                    tally.refusal(ErrorCode.INTERNAL_ERROR);
                    generation.prepare(request, response);
                    ProxyReplies.send(response, 500, ErrorCode.INTERNAL_ERROR.wire(), "the proxy failed; see its log");
                });
    }

    /** The answer of the first server that gives one; where none does, the proxy has nobody to serve with. */
    private void tell(String path, ServerResponse response) throws Exception {
        @Nullable EngineException last = null;
        for (Upstream server : servers.trusted().toList()) {
            try {
                HttpResponse<InputStream> answer = server.http().open(path, SHORT);
                if (answer.statusCode() == 200 || servers.members().size() == 1) {
                    ProxyReplies.pass(answer, response);
                    return;
                }
                last = new EngineException(
                        ErrorCode.ENGINE_UNAVAILABLE,
                        "engine " + server.name() + " answers " + path + " with " + answer.statusCode(),
                        "look at the engines' logs");
                answer.body().close();
            } catch (EngineException e) {
                last = e;
            }
        }
        throw last != null
                ? last
                : new EngineException(ErrorCode.ENGINE_UNAVAILABLE, "no engine is in rotation", "see the proxy's log");
    }

    /** Nobody keeps who works on which request, and an id that a server does not know does no harm there. */
    private void abort(ServerRequest request, ServerResponse response) throws Exception {
        byte[] body = request.content().as(byte[].class);
        List<Upstream> all = servers.members();
        for (Upstream server : all.subList(1, all.size())) {
            try {
                server.http()
                        .open(VllmRoutes.ABORT, BodyPublishers.ofByteArray(body), Map.of(), SHORT)
                        .body()
                        .close();
            } catch (FoveaException e) {
                // a server that is down works on nothing
            }
        }
        ProxyReplies.pass(
                all.getFirst().http().open(VllmRoutes.ABORT, BodyPublishers.ofByteArray(body), Map.of(), SHORT),
                response);
    }

    /** The servers' lines and then our own, which are there also where the servers are not. */
    private void metrics(ServerRequest request, ServerResponse response) throws Exception {
        String lines = upstreamMetrics() + tally.lines(generation.pixels(), servers.states());
        response.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                .send(lines.getBytes(StandardCharsets.UTF_8));
    }

    private String upstreamMetrics() throws InterruptedException, IOException {
        MergedMetrics merged = new MergedMetrics();
        for (Upstream server : servers.members()) {
            try {
                HttpResponse<InputStream> answer = server.http().open(METRICS, SHORT);
                try (InputStream in = answer.body()) {
                    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    if (answer.statusCode() == 200) {
                        merged.add(server.name(), text);
                    }
                }
            } catch (FoveaException e) {
                // fovea_proxy_replica_left_alone tells of it
            }
        }
        return servers.members().size() == 1 ? merged.unlabelled() : merged.labelled();
    }
}

package dev.fovea.gateway;

import dev.fovea.assets.ImageStore;
import dev.fovea.chat.Renderer;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.engine.Engine;
import dev.fovea.trace.TraceLog;
import dev.fovea.vision.ImageResolver;
import io.helidon.http.NotFoundException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The server. Every request runs on a virtual thread of its own; state is kept in {@link Sessions} only. */
public final class Gateway implements AutoCloseable {

    private final GatewaySettings settings;
    private final Sessions sessions;
    private final WebServer server;

    private Gateway(GatewaySettings settings, Sessions sessions, WebServer server) {
        this.settings = settings;
        this.sessions = sessions;
        this.server = server;
    }

    /**
     * Starts a gateway.
     *
     * @param store takes images in
     * @param resolver lays them out
     * @param engine answers; best behind a {@link dev.fovea.engine.ProvenEngine}
     * @param log keeps the records
     * @param proofs counts what fits no trace; {@code engine} counts its own
     * @throws SetupException {@code port_in_use}
     */
    public static Gateway start(
            GatewaySettings settings,
            ImageStore store,
            ImageResolver resolver,
            Renderer renderer,
            Engine engine,
            TraceLog log,
            ProofLedger proofs) {
        JsonMapper json = new JsonMapper();
        Replies replies = new Replies(json);
        Sessions sessions = new Sessions(log);
        Address address = new Address();
        ModelRoutes model = new ModelRoutes(
                sessions,
                store,
                settings.limits(),
                new ChatRequestReader(new ResolvedImages(resolver)),
                new TurnRunner(renderer, engine, proofs, settings.bannedIds()),
                replies,
                json);
        ControlRoutes control = new ControlRoutes(sessions, engine, settings, address::url, replies, json);
        WebServer server = WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                .maxPayloadSize(settings.limits().bodyBytes())
                .directHandlers(TransportReplies.all(replies))
                .shutdownHook(false)
                .routing(routing -> routes(routing, model, control, replies))
                .build();
        start(server, settings);
        address.url = URI.create("http://" + settings.host() + ":" + server.port());
        return new Gateway(settings, sessions, server);
    }

    /** Known once the server listens. */
    private static final class Address {
        private volatile @Nullable URI url;

        private URI url() {
            if (url == null) {
                throw new IllegalStateException("the gateway does not listen yet");
            }
            return url;
        }
    }

    private static void routes(HttpRouting.Builder routing, ModelRoutes model, ControlRoutes control, Replies replies) {
        routing.register(model)
                .register(control)
                .get("/health", (request, response) -> response.send("ok"))
                .error(FoveaException.class, (request, response, error) -> replies.refuse(response, error))
                .error(NotFoundException.class, (request, response, error) -> replies.refuse(response, noRoute()))
                .error(Throwable.class, (request, response, error) -> replies.fail(response, error));
    }

    private static RequestException noRoute() {
        return new RequestException(ErrorCode.NOT_FOUND, "no such route", "see the gateway's API page");
    }

    /** A listener that cannot bind is only logged by the server. */
    private static void start(WebServer server, GatewaySettings settings) {
        server.start();
        if (!server.isRunning()) {
            throw new SetupException(
                    ErrorCode.PORT_IN_USE,
                    "port " + settings.port() + " of " + settings.host() + " cannot be bound",
                    "choose another port, or 0 for a free one; the log says why");
        }
    }

    /** Where clients send their requests, without {@code /v1}. */
    public URI baseUrl() {
        return URI.create("http://" + settings.host() + ":" + server.port());
    }

    /** Rollouts that are open now. */
    public int openRollouts() {
        return sessions.size();
    }

    @Override
    public void close() {
        server.stop();
    }
}

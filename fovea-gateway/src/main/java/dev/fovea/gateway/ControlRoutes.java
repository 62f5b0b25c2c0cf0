package dev.fovea.gateway;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.engine.Engine;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TraceJson;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What an orchestrator talks to: rollouts, rewards, traces and weights, behind the control secret. */
final class ControlRoutes implements HttpService {

    /** Orders and rewards are small. */
    private static final int LONGEST_BODY = 1 << 20;

    /** Longer than any proxy in between would hold an idle connection. */
    private static final long LONGEST_WAIT_SECONDS = 30;

    private final Sessions sessions;
    private final Engine engine;
    private final GatewaySettings settings;
    private final Supplier<URI> baseUrl;
    private final Replies replies;
    private final JsonMapper json;
    private final PublishedWeights published = new PublishedWeights();

    ControlRoutes(
            Sessions sessions,
            Engine engine,
            GatewaySettings settings,
            Supplier<URI> baseUrl,
            Replies replies,
            JsonMapper json) {
        this.sessions = sessions;
        this.engine = engine;
        this.settings = settings;
        this.baseUrl = baseUrl;
        this.replies = replies;
        this.json = json;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.post("/rollouts", this::open)
                .get("/rollouts/{id}", this::trace)
                .post("/rollouts/{id}/reward", this::reward)
                .post("/rollouts/{id}/close", this::close)
                .post("/weights", this::loadWeights)
                .get("/weights", this::awaitWeights);
    }

    private void open(ServerRequest request, ServerResponse response) {
        JsonNode body = controlBody(request);
        Session session = sessions.open(RolloutRequest.read(body));
        response.status(Status.CREATED_201);
        replies.ok(
                response,
                json.createObjectNode()
                        .put("id", session.trace().header().id())
                        .put("base_url", baseUrl.get().toString())
                        .put("secret", session.secret()));
    }

    private void trace(ServerRequest request, ServerResponse response) {
        Credentials.require(request, settings.controlSecret());
        replies.ok(response, TraceJson.write(session(request).trace()));
    }

    /** A reward ({@code name}, {@code score}, {@code metrics} beside it) or a failure ({@code error}). */
    private void reward(ServerRequest request, ServerResponse response) {
        JsonNode body = controlBody(request);
        Trace trace = session(request).trace();
        if (body.has("error")) {
            trace.fail(JsonFields.text(body.path("error"), "error"));
        } else {
            String name = JsonFields.optionalText(body.path("name"), "name");
            trace.reward(name == null ? "reward" : name, JsonFields.real(body.path("score"), "score"));
            for (var metric : body.path("metrics").properties()) {
                trace.measure(metric.getKey(), JsonFields.real(metric.getValue(), "metrics." + metric.getKey()));
            }
        }
        replies.ok(response, json.createObjectNode().put("ok", true));
    }

    private void close(ServerRequest request, ServerResponse response) {
        Credentials.require(request, settings.controlSecret());
        Session session = session(request);
        sessions.close(session);
        replies.ok(response, TraceJson.write(session.trace()));
    }

    private void loadWeights(ServerRequest request, ServerResponse response) throws InterruptedException {
        JsonNode body = controlBody(request);
        Path checkpoint = checkpoint(JsonFields.text(body.path("checkpoint"), "checkpoint"));
        long step = JsonFields.longInteger(body.path("step"), "step");
        if (step < 0) {
            throw JsonFields.invalid("step is " + step, "count weight versions from 0");
        }
        engine.loadWeights(checkpoint, new WeightVersion(step));
        published.put(new PublishedWeights.Loaded(new WeightVersion(step), checkpoint));
        replies.ok(response, json.createObjectNode().put("ok", true));
    }

    /** Holds the request until other weights than those of {@code after} are loaded, or the time is up. */
    private void awaitWeights(ServerRequest request, ServerResponse response) throws InterruptedException {
        Credentials.require(request, settings.controlSecret());
        long after = request.query().first("after").map(ControlRoutes::number).orElse(-1L);
        long seconds = request.query().first("wait").map(ControlRoutes::number).orElse(0L);
        Optional<PublishedWeights.Loaded> newer =
                published.otherThan(after, Duration.ofSeconds(Math.clamp(seconds, 0, LONGEST_WAIT_SECONDS)));
        ObjectNode answer = json.createObjectNode();
        newer.ifPresent(loaded -> answer.put("step", loaded.version().step())
                .put("checkpoint", loaded.checkpoint().toString()));
        replies.ok(response, answer);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw JsonFields.invalid("\"" + text + "\" is no whole number", "give after=STEP and wait=SECONDS");
        }
    }

    private Path checkpoint(String text) {
        try {
            Path folder = Path.of(text).toRealPath();
            if (folder.startsWith(settings.weightsRoot().toRealPath())) {
                return folder;
            }
        } catch (IOException | InvalidPathException e) {
            throw new RequestException(
                    ErrorCode.INVALID_CHECKPOINT, "the checkpoint folder cannot be read", "give an existing folder", e);
        }
        throw new RequestException(
                ErrorCode.OUTSIDE_ALLOWED_ROOTS,
                "the checkpoint folder lies outside the run folder",
                "publish weights below the run folder");
    }

    private Session session(ServerRequest request) {
        return sessions.byId(request.path().pathParameters().get("id"));
    }

    private JsonNode controlBody(ServerRequest request) {
        Credentials.require(request, settings.controlSecret());
        try (InputStream in = new RequestBody(request)) {
            byte[] body = in.readNBytes(LONGEST_BODY + 1);
            if (body.length > LONGEST_BODY) {
                throw new RequestException(
                        ErrorCode.BODY_TOO_LARGE, "a control request of more than 1 MiB", "send less");
            }
            return json.readTree(body);
        } catch (IOException | JacksonException e) {
            throw new RequestException(ErrorCode.INVALID_JSON, "the body is no valid JSON", "send a JSON object", e);
        }
    }
}

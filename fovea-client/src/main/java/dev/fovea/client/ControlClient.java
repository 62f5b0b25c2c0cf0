package dev.fovea.client;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks the control API of one gateway. Thread safe; every call blocks. Refusals come back as
 * {@link dev.fovea.contract.error.RequestException} with the gateway's own code.
 */
public final class ControlClient implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(10);

    /** As long as the gateway holds a request. */
    private static final long LONGEST_WAIT_SECONDS = 30;

    private final URI gateway;
    private final String secret;
    private final JsonMapper json = new JsonMapper();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    /**
     * A client of one gateway.
     *
     * @param gateway for example {@code http://127.0.0.1:8080}
     * @param secret the control secret that the gateway was started with
     */
    public ControlClient(URI gateway, String secret) {
        this.gateway = gateway;
        this.secret = secret;
    }

    /** Opens a rollout. */
    public OpenedRollout open(OpenRollout rollout) throws InterruptedException {
        ObjectNode body = json.createObjectNode()
                .put("task", rollout.task())
                .put("group", rollout.group())
                .put("environment", rollout.environment())
                .put("model", rollout.model());
        ObjectNode sampling = body.putObject("sampling");
        sampling.put("temperature", rollout.sampling().temperature());
        rollout.sampling().maxTokens().ifPresent(limit -> sampling.put("max_tokens", limit));
        rollout.sampling().seed().ifPresent(seed -> sampling.put("seed", seed));
        JsonNode opened = json.readTree(post("/rollouts", secret, json.writeValueAsBytes(body)));
        return new OpenedRollout(
                opened.path("id").asString(),
                URI.create(opened.path("base_url").asString()),
                opened.path("secret").asString());
    }

    /**
     * Sets a named reward of an open rollout; the last value stands.
     *
     * @param metrics named values beside it, which do not count as reward
     */
    public void reward(String id, String name, double score, Map<String, Double> metrics) throws InterruptedException {
        ObjectNode body = json.createObjectNode().put("name", name).put("score", score);
        ObjectNode values = body.putObject("metrics");
        metrics.forEach(values::put);
        post("/rollouts/" + id + "/reward", secret, json.writeValueAsBytes(body));
    }

    /** Records why a rollout failed; a failed rollout is never trained. */
    public void fail(String id, String reason) throws InterruptedException {
        ObjectNode body = json.createObjectNode().put("error", reason);
        post("/rollouts/" + id + "/reward", secret, json.writeValueAsBytes(body));
    }

    /** Closes a rollout; nothing can be added to it afterwards. Gives its whole trace as JSON. */
    public byte[] close(String id) throws InterruptedException {
        return post("/rollouts/" + id + "/close", secret, new byte[0]);
    }

    /** The trace of an open rollout as JSON. */
    public byte[] trace(String id) throws InterruptedException {
        return send(request("/rollouts/" + id, secret).GET().build());
    }

    /**
     * Records a whole conversation, right answers included, as something to learn from.
     *
     * @param chatRequest body of a chat completions request whose last message is the assistant's
     */
    public void demonstrate(OpenedRollout rollout, byte[] chatRequest) throws InterruptedException {
        post("/v1/demonstrations", rollout.secret(), chatRequest);
    }

    /** Puts new weights into the engine. */
    public void loadWeights(Path checkpoint, WeightVersion version) throws InterruptedException {
        ObjectNode body = json.createObjectNode()
                .put("checkpoint", checkpoint.toAbsolutePath().toString())
                .put("step", version.step());
        post("/weights", secret, json.writeValueAsBytes(body));
    }

    /**
     * Waits until somebody has loaded other weights than those of {@code known}.
     *
     * @param patience how long to wait at most
     * @return empty where none came
     */
    public Optional<LoadedWeights> awaitWeights(WeightVersion known, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            long left = Math.max(0, deadline - System.nanoTime());
            long seconds = Math.min(LONGEST_WAIT_SECONDS, TimeUnit.NANOSECONDS.toSeconds(left) + 1);
            String query = "/weights?after=" + known.step() + "&wait=" + seconds;
            JsonNode answer = json.readTree(send(request(query, secret).GET().build()));
            if (answer.has("step")) {
                return Optional.of(new LoadedWeights(
                        new WeightVersion(answer.path("step").asLong()),
                        Path.of(answer.path("checkpoint").asString())));
            }
            if (left == 0) {
                return Optional.empty();
            }
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }

    private byte[] post(String path, String bearer, byte[] body) throws InterruptedException {
        return send(request(path, bearer)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body))
                .build());
    }

    private HttpRequest.Builder request(String path, String bearer) {
        return HttpRequest.newBuilder(gateway.resolve(path))
                .timeout(REQUEST_TIMEOUT)
                .header("Authorization", "Bearer " + bearer);
    }

    private byte[] send(HttpRequest request) throws InterruptedException {
        HttpResponse<byte[]> response;
        try {
            response = http.send(request, BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.ENGINE_UNAVAILABLE,
                    "the gateway at " + gateway + " does not answer (" + e + ")",
                    "check that it runs and that the URL is right",
                    e);
        }
        if (response.statusCode() / 100 != 2) {
            throw Refusals.read(json, request.uri().getPath(), response.statusCode(), response.body());
        }
        return response.body();
    }
}

package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.wire.MmRef;
import dev.fovea.engine.Completion;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.ProvenEngine;
import dev.fovea.engine.vllm.ScriptedVllm.Fault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class VllmProxyTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path run;

    private final HttpClient client = HttpClient.newHttpClient();
    private ScriptedHouse house;
    private ScriptedVllm server;
    private VllmProxy proxy;

    @BeforeEach
    void start() throws InterruptedException {
        house = new ScriptedHouse(run);
        server = house.server();
        proxy = VllmProxy.start(
                "127.0.0.1",
                0,
                List.of(server.address()),
                ScriptedHouse.MODEL,
                house.reader,
                house.decoder,
                house.store,
                ScriptedHouse.SETTINGS,
                event -> {});
        server.generations.clear();
        server.headers.clear();
    }

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void referencesOfEveryFormAreOpened(MmRef.Form form) throws InterruptedException {
        GenerateRequest request = house.withImages(ProbePicture.GRADIENT, ProbePicture.NOISE);
        try (ReferenceEngine engine = ReferenceEngine.open(
                VllmAddress.parse(proxy.baseUrl().toString()),
                ScriptedHouse.MODEL,
                ScriptedHouse.SETTINGS.withReferences(form))) {
            Completion completion = new ProvenEngine(engine, ScriptedVllm.PAD, new ProofLedger()).generate(request);

            assertThat(completion.echo().prompt()).isEqualTo(request.prompt());
            assertThat(server.generations.getLast().path("content_parts")).hasSize(2);
        }
    }

    @Test
    void aPadThatAPolicySampledStaysText() throws Exception {
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE));
        ((ArrayNode) body.path("token_ids")).add(ScriptedVllm.PAD).add(5);

        HttpResponse<String> answer = client.send(post(body).build(), BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(server.generations.getLast().has("content_parts")).isFalse();
        assertThat(JSON.readTree(answer.body()).path("prompt_token_ids")).isEqualTo(body.path("token_ids"));
    }

    @Test
    void membersAndHeadersThatThisSideDoesNotKnowReachTheServer() throws Exception {
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE));
        body.put("priority", 3).put("cache_salt", "pepper");
        body.putObject("sampling_params").put("max_tokens", 1).put("top_k", 5);

        HttpResponse<String> answer = client.send(
                post(body)
                        .header("X-data-parallel-rank", "2")
                        .header("X-Session-ID", "s")
                        .build(),
                BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode sent = server.generations.getLast();
        assertThat(sent.path("priority").asInt()).isEqualTo(3);
        assertThat(sent.path("cache_salt").asString()).isEqualTo("pepper");
        assertThat(sent.at("/sampling_params/top_k").asInt()).isEqualTo(5);
        assertThat(server.headers.getLast().getFirst("X-data-parallel-rank")).isEqualTo("2");
        assertThat(server.headers.getLast().getFirst("X-Session-ID")).isEqualTo("s");
    }

    @Test
    void eventsAreHandedOnWhileTheServerStillWorks() throws Exception {
        server.lastEvent = new CountDownLatch(1);
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE)).put("stream", true);

        HttpResponse<java.io.InputStream> answer = client.send(post(body).build(), BodyHandlers.ofInputStream());
        try (BufferedReader events = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(events.readLine()).contains("prompt_token_ids");
            server.lastEvent.countDown();

            assertThat(events.lines().filter(line -> !line.isEmpty()))
                    .containsExactly("data: {\"choices\":[]}", "data: [DONE]");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPromptThatTheServerChangedReachesNoClient(boolean stream) throws Exception {
        server.fault = Fault.OTHER_IDS;
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE)).put("stream", stream);

        HttpResponse<String> answer = client.send(post(body).build(), BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(type(answer)).isEqualTo("token_mismatch");
    }

    @Test
    void aClientThatGoesAwayEndsTheServersWork() throws Exception {
        server.fault = Fault.NEVER_ANSWERS;
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE)).put("request_id", "mine");

        try (Socket socket = sent(body, "")) {
            awaitGeneration();
            socket.setSoLinger(true, 0);
        }
        awaitAbort();

        assertThat(server.aborts).singleElement().asString().isEqualTo("{\"request_ids\":[\"generate-tokens-mine\"]}");
        assertThat(metrics()).contains("fovea_proxy_abandoned_total 1\n");
    }

    @Test
    void aClientOfAStreamThatGoesAwayEndsTheServersWork() throws Exception {
        server.endless = true;
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE)).put("stream", true);

        try (Socket socket = sent(body, "X-Request-Id: header\r\n")) {
            awaitGeneration();
            assertThat(socket.getInputStream().read()).isPositive();
            socket.setSoLinger(true, 0);
        }
        server.hungUp.await();
        awaitAbort();

        assertThat(server.aborts)
                .singleElement()
                .asString()
                .isEqualTo("{\"request_ids\":[\"generate-tokens-header\"]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/pause",
                "/resume",
                "/collective_rpc",
                "/update_weight_version",
                "/reset_prefix_cache",
                "/server_info",
                "/v1/chat/completions",
                "/v1/completions",
                "/inference/v1/generate/"
            })
    void whatControlsAServerIsNotThere(String path) throws Exception {
        int before = server.paths.size();

        for (String method : new String[] {"GET", "POST"}) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(proxy.baseUrl().resolve(path))
                            .method(method, BodyPublishers.ofString(method.equals("GET") ? "" : "{}"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(404);
        }

        assertThat(server.paths).hasSize(before);
    }

    @ParameterizedTest
    @CsvSource({"SERVER_ERROR,500,Internal server error", "PROMPT_TOO_LONG,400,longer than the maximum model length"})
    void whatTheServerRefusesTheClientReads(Fault fault, int status, String message) throws Exception {
        server.fault = fault;

        HttpResponse<String> answer =
                client.send(post(ProxyBodies.of(ScriptedHouse.text(1))).build(), BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(message);
    }

    @Test
    void whatTellsOfTheServerIsPassedOn() throws Exception {
        assertThat(get("/v1/models").body()).contains("tiny");
        assertThat(get("/version").body()).contains("0.32.0");
        assertThat(get("/health").statusCode()).isEqualTo(200);
        server.healthy = false;
        assertThat(get("/health").statusCode()).isEqualTo(503);
    }

    @Test
    void itsOwnFiguresStandBehindTheServers() throws Exception {
        client.send(post(ProxyBodies.of(ScriptedHouse.text(1))).build(), BodyHandlers.ofString());
        ObjectNode blind = ProxyBodies.of(house.withImages(ProbePicture.NOISE));
        blind.remove("features");
        client.send(post(blind).build(), BodyHandlers.ofString());

        assertThat(metrics())
                .startsWith("vllm:requests 5\n")
                .contains("fovea_proxy_requests_total 2\n")
                .contains("fovea_proxy_refusals_total{code=\"placeholder_mismatch\"} 1\n")
                .contains("fovea_proxy_pixel_misses_total 0\n");
    }

    @Test
    void afterABrokenConnectionTheServerIsAskedAgain() throws Exception {
        server.fault = Fault.TORN_ANSWER;
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE));
        client.send(post(body).build(), BodyHandlers.ofString());
        server.fault = Fault.NONE;
        server.paths.clear();

        assertThat(client.send(post(body).build(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(server.paths).contains(VllmRoutes.RENDER);
    }

    private void awaitGeneration() throws InterruptedException {
        await(() -> !server.generations.isEmpty());
    }

    private void awaitAbort() throws InterruptedException {
        await(() -> !server.aborts.isEmpty());
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the test timed out");
            }
            Thread.onSpinWait();
        }
    }

    private Socket sent(ObjectNode body, String headers) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), proxy.baseUrl().getPort());
        OutputStream out = socket.getOutputStream();
        out.write(("POST " + VllmRoutes.GENERATE + " HTTP/1.1\r\nHost: proxy\r\nContent-Type: application/json\r\n"
                        + headers + "Content-Length: " + bytes.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.write(bytes);
        out.flush();
        return socket;
    }

    private HttpRequest.Builder post(ObjectNode body) {
        return HttpRequest.newBuilder(proxy.baseUrl().resolve(VllmRoutes.GENERATE))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(proxy.baseUrl().resolve(path)).build(), BodyHandlers.ofString());
    }

    private String metrics() throws IOException, InterruptedException {
        return get("/metrics").body();
    }

    private static String type(HttpResponse<String> answer) {
        return JSON.readTree(answer.body()).at("/error/type").asString();
    }
}

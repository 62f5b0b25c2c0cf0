package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.engine.EngineEvent;
import dev.fovea.engine.vllm.ScriptedVllm.Fault;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

@Timeout(60)
class ProxyPoolTest {

    @TempDir
    private Path run;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<EngineEvent> events = new CopyOnWriteArrayList<>();
    private ScriptedHouse house;
    private ScriptedVllm first;
    private ScriptedVllm second;
    private VllmProxy proxy;

    @BeforeEach
    void start() throws InterruptedException {
        house = new ScriptedHouse(run);
        first = house.server();
        second = house.server();
        proxy = VllmProxy.start(
                "127.0.0.1",
                0,
                List.of(first.address(), second.address()),
                ScriptedHouse.MODEL,
                house.reader,
                house.decoder,
                house.store,
                ScriptedHouse.SETTINGS,
                events::add);
        first.generations.clear();
        second.generations.clear();
    }

    @AfterEach
    void stop() {
        // streams that a test leaves unread would be waited for
        client.shutdownNow();
        proxy.close();
        first.close();
        second.close();
    }

    @Test
    void aSessionStaysWithItsServerAndOthersFillTheIdleOne() throws Exception {
        for (int session = 0; session < 8; session++) {
            assertThat(generate("session-" + session)).isEqualTo(200);
            assertThat(generate("session-" + session)).isEqualTo(200);
        }

        assertThat(first.generations).isNotEmpty();
        assertThat(second.generations).isNotEmpty();
        assertThat(first.headers.stream().map(headers -> headers.getFirst("X-Session-ID")))
                .doesNotContainAnyElementsOf(second.headers.stream()
                        .map(headers -> headers.getFirst("X-Session-ID"))
                        .filter(session -> session != null)
                        .toList());
    }

    @Test
    void aServerThatAnswersToAnotherPromptIsOutAtOnceAndTheOthersServe() throws Exception {
        first.fault = Fault.OTHER_IDS;

        List<Integer> statuses = new CopyOnWriteArrayList<>();
        for (int session = 0; session < 8; session++) {
            statuses.add(generate("session-" + session));
        }

        assertThat(statuses).containsOnlyOnce(502).hasSize(8);
        assertThat(first.generations).hasSize(1);
        assertThat(second.generations).hasSize(7);
        assertThat(events).singleElement().isInstanceOfSatisfying(EngineEvent.Suspect.class, event -> {
            assertThat(event.replica()).isEqualTo(first.address().toString());
            assertThat(event.code()).isEqualTo(ErrorCode.TOKEN_MISMATCH);
        });
        assertThat(get("/metrics").body())
                .contains("fovea_proxy_replica_suspicions_total{replica=\"" + first.address() + "\"} 1\n")
                .contains("fovea_proxy_replica_left_alone{replica=\"" + first.address() + "\"} 1\n")
                .contains("fovea_proxy_replica_left_alone{replica=\"" + second.address() + "\"} 0\n");
    }

    @Test
    void aRequestThatReachedNobodyGoesToTheOtherServer() throws Exception {
        first.close();

        for (int session = 0; session < 8; session++) {
            assertThat(generate("session-" + session)).isEqualTo(200);
        }

        assertThat(second.generations).hasSize(8);
    }

    @Test
    void aBusyServerLosesItsSessionToTheIdleOne() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        first.lastEvent = release;
        second.lastEvent = release;
        for (int i = 0; i < 6; i++) {
            ObjectNode streamed =
                    ProxyBodies.of(house.withImages(ProbePicture.NOISE)).put("stream", true);
            client.send(post(streamed, "the same").build(), BodyHandlers.ofInputStream());
        }

        // two more than the idlest one are a session's own server's; then it moves
        assertThat(List.of(first.generations.size(), second.generations.size())).containsExactlyInAnyOrder(4, 2);
        release.countDown();
    }

    @Test
    void aClientThatWaitsLongIsStillThereAndMayAskAgain() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        first.answers = release;
        second.answers = release;
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE));
        CompletableFuture<HttpResponse<String>> slow =
                client.sendAsync(post(body, "a").build(), BodyHandlers.ofString());
        // the client is looked for from the first quarter of a second on, four times a second
        assertThatThrownBy(() -> slow.copy().get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
        release.countDown();

        assertThat(slow.get().statusCode()).isEqualTo(200);
        assertThat(slow.get().headers().firstValue("Connection")).hasValue("close");
        assertThat(generate("a")).isEqualTo(200);
        assertThat(get("/metrics").body()).contains("fovea_proxy_abandoned_total 0\n");
    }

    @Test
    void itIsHealthyWhileAnyServerIs() throws Exception {
        first.healthy = false;
        assertThat(get("/health").statusCode()).isEqualTo(200);

        second.healthy = false;
        assertThat(get("/health").statusCode()).isEqualTo(503);
    }

    @Test
    void metricsOfAllServersStandTogetherAndSayWhose() throws Exception {
        assertThat(get("/metrics").body())
                .startsWith("vllm:requests{replica=\"" + first.address() + "\"} 5\nvllm:requests{replica=\""
                        + second.address() + "\"} 5\n");
    }

    @Test
    void linesOfOneMetricAreDescribedOnce() {
        MergedMetrics merged = new MergedMetrics();
        String text = """
                # HELP a Time.
                # TYPE a histogram
                a_bucket{le="1"} 2
                a_sum 3.5
                b 1
                """;

        merged.add("x", text);
        merged.add("y", text);

        assertThat(merged.labelled()).isEqualTo("""
                # HELP a Time.
                # TYPE a histogram
                a_bucket{replica="x",le="1"} 2
                a_sum{replica="x"} 3.5
                a_bucket{replica="y",le="1"} 2
                a_sum{replica="y"} 3.5
                b{replica="x"} 1
                b{replica="y"} 1
                """);
    }

    @Test
    void anAbortReachesEveryServer() throws Exception {
        client.send(
                HttpRequest.newBuilder(proxy.baseUrl().resolve("/inference/v1/abort_requests"))
                        .POST(BodyPublishers.ofString("{\"request_ids\":[\"a\"]}"))
                        .build(),
                BodyHandlers.discarding());

        assertThat(first.aborts).hasSize(1);
        assertThat(second.aborts).hasSize(1);
    }

    private int generate(String session) throws Exception {
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE));
        return client.send(post(body, session).build(), BodyHandlers.ofString()).statusCode();
    }

    private HttpRequest.Builder post(ObjectNode body, String session) {
        return HttpRequest.newBuilder(proxy.baseUrl().resolve("/inference/v1/generate"))
                .header("X-Session-ID", session)
                .POST(BodyPublishers.ofString(body.toString()));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(proxy.baseUrl().resolve(path)).build(), BodyHandlers.ofString());
    }
}

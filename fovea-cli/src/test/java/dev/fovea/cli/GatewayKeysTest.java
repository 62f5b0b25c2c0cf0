package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.client.OpenedRollout;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Who may do what: a rollout's key opens that rollout only, the control secret opens the control API only. */
class GatewayKeysTest {

    private static final byte[] HELLO = messages(user("hello"));
    private static final byte[] ORDER = "{\"task\":\"t\"}".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private static Path folder;

    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        gateway = new TestGateway(folder);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrong", "", "Bearer", TestGateway.SECRET})
    void noOtherKeyOpensARollout(String key) throws IOException, InterruptedException {
        gateway.open();

        refused(gateway.post("/v1/chat/completions", key, HELLO), 401, "unauthorized");
        refused(gateway.post("/v1/demonstrations", key, HELLO), 401, "unauthorized");
    }

    @ParameterizedTest
    @CsvSource({"/rollouts", "/rollouts/{id}/reward", "/rollouts/{id}/close", "/weights"})
    void aRolloutsKeyOpensNothingOfTheControlApi(String route) throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        String path = route.replace("{id}", rollout.id());

        refused(gateway.post(path, rollout.secret(), ORDER), 401, "unauthorized");
        assertThat(gateway.trace(rollout).isClosed()).isFalse();
    }

    @Test
    void aRolloutsKeyDoesNotEvenReadItsTrace() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();

        refused(gateway.get("/rollouts/" + rollout.id(), rollout.secret()), 401, "unauthorized");
    }

    @Test
    void aRolloutsKeyDoesNotHearOfWeights() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();

        refused(gateway.get("/weights", rollout.secret()), 401, "unauthorized");
        refused(gateway.get("/weights?after=x", TestGateway.SECRET), 400, "invalid_request");
    }

    @Test
    void theKeyOfAClosedRolloutOpensNothing() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        gateway.control().close(rollout.id());

        refused(gateway.chat(rollout, HELLO), 401, "unauthorized");
        refused(gateway.chat(rollout, HELLO, "x-stainless-retry-count", "1"), 401, "unauthorized");
        refused(gateway.post("/rollouts/" + rollout.id() + "/close", TestGateway.SECRET, ORDER), 404, "not_found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"score\":1e999}",
                "{\"score\":\"1\"}",
                "{\"score\":null}",
                "{}",
                "[]",
                "null",
                "",
                "{\"score\":NaN}",
                "{\"metric\":\"m\",\"value\":-1e999}",
                "{\"name\":7,\"score\":1}",
                "{\"error\":7}"
            })
    void aRewardThatIsNoneIsRefused(String body) throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();

        HttpResponse<String> answer = gateway.post(
                "/rollouts/" + rollout.id() + "/reward", TestGateway.SECRET, body.getBytes(StandardCharsets.UTF_8));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(gateway.trace(rollout).rewards()).isEmpty();
        assertThat(gateway.trace(rollout).errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sampling\":{\"temperature\":1e999}}",
                "{\"sampling\":{\"temperature\":-1}}",
                "{\"sampling\":{\"max_tokens\":0}}",
                "{\"sampling\":7}",
                "{\"task\":7}",
                "{\"task\":\"\\ud83d\"}",
                "[]",
                "{\"task\":"
            })
    void anOrderThatCannotBeFilledIsRefused(String order) throws IOException, InterruptedException {
        int open = gateway.gateway().openRollouts();

        HttpResponse<String> answer =
                gateway.post("/rollouts", TestGateway.SECRET, order.getBytes(StandardCharsets.UTF_8));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(gateway.gateway().openRollouts()).isEqualTo(open);
    }

    @ParameterizedTest
    @CsvSource({"/etc,outside_allowed_roots", "/nowhere,invalid_checkpoint", "'',outside_allowed_roots"})
    void weightsAreLoadedFromTheRunFolderOnly(String checkpoint, String code) throws IOException, InterruptedException {
        String order = "{\"step\":1,\"checkpoint\":\"" + checkpoint + "\"}";

        refused(gateway.post("/weights", TestGateway.SECRET, order.getBytes(StandardCharsets.UTF_8)), 400, code);
    }

    private static void refused(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(new JsonMapper().readTree(answer.body()).at("/error/code").asString(""))
                .isEqualTo(code);
        assertThat(answer.headers().firstValue("x-should-retry")).contains("false");
    }
}

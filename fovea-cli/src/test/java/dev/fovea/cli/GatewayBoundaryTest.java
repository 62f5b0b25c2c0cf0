package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.client.OpenedRollout;
import dev.fovea.gateway.BodyLimits;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bodies that are refused: each with a code and the place of the fault, without its payload, and nothing is committed. */
class GatewayBoundaryTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int TELLING_CHARACTERS = 40;

    @TempDir
    private static Path folder;

    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        gateway = new TestGateway(
                folder, new BodyLimits(RefusedRequests.MOST_BODY_BYTES, RefusedRequests.MOST_TEXT_BYTES, 8));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    static Stream<Refusal> refusals() {
        return Stream.concat(RefusedImages.in(folder), RefusedRequests.all());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void aBadBodyIsRefusedWithItsPlace(Refusal refusal) throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();

        HttpResponse<String> answer = gateway.chat(rollout, refusal.body());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(refusal.status());
        JsonNode error = JSON.readTree(answer.body()).path("error");
        assertThat(error.path("code").asString("")).as(answer.body()).isEqualTo(refusal.code());
        assertThat(error.path("message").asString(""))
                .contains(refusal.place())
                .doesNotContain(RefusedImages.PAYLOAD.substring(0, TELLING_CHARACTERS))
                .hasSizeLessThan(600);
        assertThat(answer.headers().firstValue("x-should-retry")).contains("false");
        assertThat(gateway.trace(rollout).nodes()).isEmpty();
    }

    @Test
    void aRefusedImageLeavesNoFileBehind() throws IOException, InterruptedException {
        gateway.chat(gateway.open(), messages(parts(image(RefusedImages.PNG + "A"))));

        try (Stream<Path> files = Files.list(gateway.images())) {
            assertThat(files).noneMatch(file -> file.getFileName().toString().endsWith(".tmp"));
        }
    }
}

package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.client.OpenedRollout;
import dev.fovea.gateway.BodyLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What no client library sends: raw bytes on a socket, each answered with JSON and a status of the 400s. */
class GatewayTransportTest {

    private static final int MOST_BYTES = 1 << 20;
    private static final int PATIENCE_MILLIS = 10_000;

    @TempDir
    private static Path folder;

    private static TestGateway gateway;

    private OpenedRollout rollout = new OpenedRollout("", URI.create("/"), "");

    @BeforeAll
    static void start() throws IOException {
        gateway = new TestGateway(folder, new BodyLimits(MOST_BYTES, MOST_BYTES, 8));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void open() throws InterruptedException {
        rollout = gateway.open();
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/v1/chat/completions",
        "DELETE,/v1/chat/completions",
        "PUT,/rollouts",
        "GET,/rollouts",
        "POST,/v1/responses",
        "GET,/",
        "GET,/../../etc/hostname",
        "POST,/rollouts/%2e%2e/close/more"
    })
    void anUnknownRouteIsNotFound(String method, String path) throws IOException {
        refused(404, "not_found", head(method + " " + path + " HTTP/1.1") + "Content-Length: 0\r\n\r\n");
    }

    @Test
    void aLengthThatIsNoneIsABadRequest() throws IOException {
        refused(400, "invalid_request", chat() + "Content-Length: many\r\n\r\n{}");
    }

    @Test
    void anAnnouncedBodyThatIsTooLargeIsRefusedUnread() throws IOException {
        refused(413, "body_too_large", chat() + "Content-Length: " + (MOST_BYTES + 1) + "\r\n\r\n");
    }

    @Test
    void aChunkedBodyThatIsTooLargeIsRefused() throws IOException {
        String chunk = "{\"x\":\"" + "y".repeat(2 * MOST_BYTES);

        refused(
                413,
                "body_too_large",
                chat() + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(chunk.length()) + "\r\n" + chunk
                        + "\r\n0\r\n\r\n");
    }

    @Test
    void aRefusalArrivesAlthoughMuchOfTheBodyIsStillToCome() throws IOException, InterruptedException {
        byte[] body = messages(parts(image("https://example.com/a.png")), user("x".repeat(MOST_BYTES / 2)));

        for (int i = 0; i < 20; i++) {
            assertThat(gateway.chat(rollout, body).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aChunkWithoutASizeIsABadRequest() throws IOException {
        refused(400, "invalid_request", chat() + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n");
    }

    @Test
    void twoLengthsThatDifferAreABadRequest() throws IOException {
        refused(
                400,
                "invalid_request",
                chat() + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
    }

    @Test
    void aRequestThatIsNoHttpIsABadRequest() throws IOException {
        refused(400, "invalid_request", "hello\r\n\r\n");
    }

    @Test
    void aHeaderThatIsNoneIsABadRequest() throws IOException {
        refused(400, "invalid_request", chat() + "no header at all\r\nContent-Length: 2\r\n\r\n{}");
    }

    @Test
    void aBodyThatEndsTooEarlyCommitsNothing() throws IOException, InterruptedException {
        String body = new String(messages(user("hello")), StandardCharsets.UTF_8);

        String answer = exchange(chat() + "Content-Length: " + (body.length() + 1) + "\r\n\r\n" + body);

        assertThat(answer)
                .satisfiesAnyOf(
                        text -> assertThat(text).isEmpty(),
                        text -> assertThat(text).startsWith("HTTP/1.1 400"));
        assertThat(gateway.trace(rollout).nodes()).isEmpty();
    }

    @Test
    void aCompressedBodyIsReadOrRefusedButNeverAFault() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(messages(user("hello")));
        }
        String body = zipped.toString(StandardCharsets.ISO_8859_1);

        String answer =
                exchange(chat() + "Content-Encoding: gzip\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);

        assertThat(answer).matches("(?s)HTTP/1.1 [24].*");
    }

    private String chat() {
        return head("POST /v1/chat/completions HTTP/1.1") + "Content-Type: application/json\r\n";
    }

    private String head(String line) {
        return line + "\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer " + rollout.secret() + "\r\n";
    }

    private static void refused(int status, String code, String request) throws IOException {
        String answer = exchange(request);

        assertThat(answer).startsWith("HTTP/1.1 " + status);
        assertThat(answer.toLowerCase(java.util.Locale.ROOT)).contains("x-should-retry: false");
        JsonNode body = new JsonMapper().readTree(firstBody(answer));
        assertThat(body.at("/error/code").asString("")).isEqualTo(code);
        assertThat(body.at("/error/message").asString("")).isNotEmpty();
    }

    /** Behind a broken body the server may answer a second time, before it closes the connection as it said it would. */
    private static String firstBody(String answer) {
        String body = answer.substring(answer.indexOf("\r\n\r\n"));
        int second = body.indexOf("}HTTP/1.1 ") + 1;
        return second == 0 ? body : body.substring(0, second);
    }

    private static String exchange(String request) throws IOException {
        URI url = gateway.gateway().baseUrl();
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

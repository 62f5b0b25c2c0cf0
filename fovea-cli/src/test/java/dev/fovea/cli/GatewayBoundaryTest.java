package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.body;
import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.message;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.text;
import static dev.fovea.cli.TestBodies.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.client.OpenedRollout;
import dev.fovea.gateway.BodyLimits;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bodies that are refused: each with a code, the place of the fault, no payload, and nothing committed. */
class GatewayBoundaryTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String PNG = TestImages.dataUrl(TestImages.png(0x336699, 64, 64));
    private static final String PAYLOAD = PNG.substring(PNG.indexOf(',') + 1);
    private static final int MOST_TEXT_BYTES = 1 << 20;

    @TempDir
    private static Path folder;

    private static TestGateway gateway;

    /**
     * A body and how it is refused.
     *
     * @param wire the body, a character a byte
     * @param place what the message names
     */
    private record Refusal(String name, String wire, int status, String code, String place) {

        Refusal(String name, byte[] body, int status, String code, String place) {
            this(name, new String(body, StandardCharsets.ISO_8859_1), status, code, place);
        }

        byte[] body() {
            return wire.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        gateway = new TestGateway(folder, new BodyLimits(4 << 20, MOST_TEXT_BYTES, 8));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    static Stream<Refusal> refusals() {
        return Stream.of(sources(), pictures(), shapes(), wire()).flatMap(part -> part);
    }

    private static Stream<Refusal> sources() {
        String url = "messages[1].content[1]";
        return Stream.of(
                source("a remote URL", "https://example.com/a.png?token=" + PAYLOAD, "unsupported_image_source", url),
                source("a video", "data:video/mp4;base64," + PAYLOAD, "unsupported_modality", url),
                source("a bare payload", PAYLOAD, "unsupported_image_source", url),
                source("a data URL without base64", "data:image/png," + PAYLOAD, "unsupported_image_source", url),
                source("an open base64 quantum", PNG + "A", "invalid_base64", url),
                source("the URL-safe alphabet", "data:image/png;base64,_-__", "invalid_base64", url),
                source("no payload at all", "data:image/png;base64,", "invalid_base64", url),
                source("an empty URL", "", "unsupported_image_source", url),
                source("a file outside the roots", "file:///etc/hostname", "outside_allowed_roots", url),
                source("a way up and out", "file://" + folder + "/images/../../x.png", "outside_allowed_roots", url),
                source("a link that leads out", "file://" + link(), "outside_allowed_roots", url),
                source("a folder", "file://" + folder + "/images", "outside_allowed_roots", url),
                source("another host", "file://example.com/a.png", "invalid_file_uri", url),
                source("a file that is gone", "file://" + folder + "/images/gone.png", "asset_missing", url));
    }

    private static Stream<Refusal> pictures() {
        String place = "messages[1].content[1]";
        byte[] garbage = PAYLOAD.getBytes(StandardCharsets.US_ASCII);
        return Stream.of(
                new Refusal(
                        "a header that promises 4,000,000,000 pixels",
                        pictured(TestImages.dataUrl(TestImages.bomb(100_000, 40_000))),
                        413,
                        "image_too_large",
                        place),
                source(
                        "a header of negative size",
                        TestImages.dataUrl(TestImages.bomb(-1, -1)),
                        "invalid_image",
                        place),
                source("garbage", TestImages.dataUrl(garbage), "unsupported_image_format", place),
                source("one byte", TestImages.dataUrl(new byte[1]), "unsupported_image_format", place),
                source(
                        "a header without a picture",
                        TestImages.dataUrl(TestImages.bomb(64, 64)),
                        "invalid_image",
                        place),
                refusal(
                        "a strip of 1 x 1000",
                        pictured(TestImages.dataUrl(TestImages.png(0, 1, 1000))),
                        "invalid_image",
                        place),
                refusal(
                        "an image of the system",
                        messages(message("system", "[" + image(PNG) + "]"), user("x")),
                        "unrenderable_message",
                        "messages[0]"),
                refusal(
                        "an image of the assistant",
                        messages(user("x"), message("assistant", "[" + image(PNG) + "]"), user("x")),
                        "invalid_request",
                        "messages[1].content"),
                new Refusal(
                        "nine images",
                        messages(
                                parts(Stream.generate(() -> image(PNG)).limit(9).toArray(String[]::new))),
                        413,
                        "body_too_large",
                        "8 images"));
    }

    private static Stream<Refusal> shapes() {
        String part = "messages[0].content[0]";
        return Stream.of(
                refusal(
                        "a stream",
                        body("\"stream\":true,\"messages\":[" + user("x") + "]"),
                        "invalid_request",
                        "stream"),
                refusal(
                        "two choices",
                        body("\"n\":2,\"messages\":[" + user("x") + "]"),
                        "invalid_request",
                        "n is not 1"),
                refusal(
                        "an image_url that is a string",
                        messages(parts("{\"type\":\"image_url\",\"image_url\":\"" + PNG + "\"}")),
                        "invalid_request",
                        part),
                refusal(
                        "audio",
                        messages(parts("{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"" + PAYLOAD + "\"}}")),
                        "unsupported_modality",
                        part),
                refusal(
                        "a part of no type",
                        messages(parts("{\"text\":\"" + PAYLOAD + "\"}")),
                        "invalid_request",
                        part),
                refusal("an unknown part", messages(parts("{\"type\":\"" + PAYLOAD + "\"}")), "invalid_request", part),
                refusal(
                        "an image without a URL",
                        messages(parts("{\"type\":\"image_url\",\"image_url\":{}}")),
                        "invalid_request",
                        part),
                refusal(
                        "a URL that is a list",
                        messages(parts("{\"type\":\"image_url\",\"image_url\":{\"url\":[\"" + PNG + "\"]}}")),
                        "invalid_request",
                        part),
                refusal("a part that is null", messages(parts("null")), "invalid_request", part),
                refusal("no messages", body("\"messages\":[]"), "invalid_request", "messages"),
                refusal("messages that are missing", body("\"x\":1"), "invalid_request", "messages"),
                refusal("messages that are an object", body("\"messages\":{}"), "invalid_request", "messages"),
                refusal("an unknown role", messages(message(PAYLOAD, "\"x\"")), "invalid_request", "messages[0].role"),
                refusal(
                        "a message without a role",
                        messages("{\"content\":\"x\"}"),
                        "invalid_request",
                        "messages[0].role"),
                refusal(
                        "a user who says null",
                        messages(user("x"), message("user", "null")),
                        "invalid_request",
                        "messages[1].content"),
                refusal(
                        "a user who says nothing",
                        messages("{\"role\":\"user\"}"),
                        "invalid_request",
                        "messages[0].content"),
                refusal(
                        "a tool without a call",
                        messages(user("x"), message("tool", "\"x\"")),
                        "invalid_request",
                        "messages[1].tool_call_id"),
                refusal(
                        "half a surrogate pair",
                        messages(user("\\ud83d")),
                        "unpaired_surrogate",
                        "messages[0].content"),
                refusal(
                        "a temperature below zero",
                        body("\"temperature\":-1,\"messages\":[" + user("x") + "]"),
                        "invalid_request",
                        "temperature"),
                refusal(
                        "a top_p of zero",
                        body("\"top_p\":0,\"messages\":[" + user("x") + "]"),
                        "invalid_request",
                        "top_p"),
                refusal(
                        "a top_p beyond numbers",
                        body("\"top_p\":1e999,\"messages\":[" + user("x") + "]"),
                        "invalid_request",
                        "top_p"),
                refusal(
                        "no tokens to sample",
                        body("\"max_completion_tokens\":0,\"messages\":[" + user("x") + "]"),
                        "invalid_request",
                        "max_tokens"),
                refusal(
                        "tokens by the half",
                        body("\"max_completion_tokens\":1.5,\"messages\":[" + user("x") + "]"),
                        "invalid_request",
                        "max_completion_tokens"),
                refusal(
                        "tokens beyond numbers",
                        body("\"max_completion_tokens\":99999999999999999999,\"messages\":[" + user("x") + "]"),
                        "invalid_request",
                        "max_completion_tokens"),
                refusal(
                        "tools that are a string",
                        body("\"tools\":\"x\",\"messages\":[" + user("x") + "]"),
                        "invalid_request",
                        "tools"),
                refusal(
                        "a prompt beyond the context",
                        messages(user("x ".repeat(120_000))),
                        "prompt_too_long",
                        "tokens"));
    }

    private static Stream<Refusal> wire() {
        byte[] whole = messages(parts(image(PNG), text("x")));
        byte[] notUtf8 = messages(user("abc"));
        notUtf8[notUtf8.length - 6] = (byte) 0xFF;
        return Stream.of(
                refusal("a body cut inside an image", java.util.Arrays.copyOf(whole, 200), "invalid_json", "string"),
                refusal(
                        "a body cut inside the structure",
                        java.util.Arrays.copyOf(whole, whole.length - 1),
                        "invalid_json",
                        "line 1"),
                refusal("no body", new byte[0], "invalid_request", "body"),
                refusal("a list", "[]".getBytes(StandardCharsets.UTF_8), "invalid_request", "body"),
                refusal("two documents", "{} {}".getBytes(StandardCharsets.UTF_8), "invalid_json", "line 1"),
                refusal(
                        "a member twice",
                        body("\"messages\":[],\"messages\":[" + user("x") + "]"),
                        "invalid_json",
                        "line 1"),
                refusal("bytes that are no UTF-8", notUtf8, "invalid_json", "line 1"),
                refusal(
                        "another encoding",
                        new String(messages(parts(image(PNG))), StandardCharsets.UTF_8)
                                .getBytes(StandardCharsets.UTF_16BE),
                        "invalid_json",
                        "body"),
                refusal(
                        "a thousand lists",
                        body("\"messages\":" + "[".repeat(1000) + "]".repeat(1000)),
                        "invalid_json",
                        "nested"),
                refusal("an unknown escape", messages(user("\\x41")), "invalid_json", "escape"),
                refusal(
                        "brackets that do not match",
                        "{\"messages\":[}]".getBytes(StandardCharsets.UTF_8),
                        "invalid_json",
                        "line 1"),
                new Refusal(
                        "too much text",
                        messages(user("x".repeat(MOST_TEXT_BYTES + 1))),
                        413,
                        "body_too_large",
                        "bytes"),
                new Refusal(
                        "too much of everything",
                        messages(parts(image("data:image/png;base64," + "A".repeat(5 << 20)))),
                        413,
                        "body_too_large",
                        "bytes"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void aBadBodyIsRefusedWithItsPlace(Refusal refusal) throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        HttpResponse<String> answer = gateway.chat(rollout, refusal.body());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(refusal.status());
        JsonNode error = JSON.readTree(answer.body()).path("error");
        assertThat(error.path("code").asString()).as(answer.body()).isEqualTo(refusal.code());
        assertThat(error.path("message").asString())
                .contains(refusal.place())
                .doesNotContain(PAYLOAD.substring(0, 40))
                .hasSizeLessThan(600);
        assertThat(answer.headers().firstValue("x-should-retry")).contains("false");
        assertThat(gateway.trace(rollout).nodes()).isEmpty();
    }

    @Test
    void aRefusedImageLeavesNoFileBehind() throws IOException, InterruptedException {
        gateway.chat(gateway.open(), messages(parts(image(PNG + "A"))));

        try (Stream<Path> files = Files.list(gateway.images())) {
            assertThat(files).noneMatch(file -> file.getFileName().toString().endsWith(".tmp"));
        }
    }

    private static Refusal refusal(String name, byte[] body, String code, String place) {
        return new Refusal(name, body, 400, code, place);
    }

    /** The image stands second in the second message. */
    private static Refusal source(String name, String url, String code, String place) {
        return refusal(name, pictured(url), code, place);
    }

    private static byte[] pictured(String url) {
        return messages(message("system", "\"Look.\""), parts(text("What is it?"), image(url)));
    }

    private static Path link() {
        Path link = folder.resolve("images/link.png");
        try {
            Path target = Files.write(
                    folder.resolve("outside.png"), Base64.getDecoder().decode(PAYLOAD));
            return Files.exists(link) ? link : Files.createSymbolicLink(link, target);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.fovea.contract.ImageHash;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the offload contract refuses in its sections 14 and 18, and what a stock server would have taken without a word. */
@Timeout(60)
class ProxyRefusalTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private static Path run;

    private static ScriptedHouse house;
    private static ScriptedVllm server;
    private static VllmProxy proxy;

    @BeforeAll
    static void start() throws InterruptedException {
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
    }

    @AfterAll
    static void stop() {
        proxy.close();
        server.close();
    }

    static Stream<Arguments> badReferences() {
        return Stream.of(
                features("no list of items", features -> features.putNull("kwargs_data")),
                features("items without the modality", features -> features.putObject("kwargs_data")),
                features("no placeholders", features -> features.putObject("mm_placeholders")),
                features(
                        "fewer items than hashes",
                        features -> list(features, "kwargs_data").remove(0)),
                features(
                        "fewer placeholders",
                        features -> list(features, "mm_placeholders").remove(0)),
                features("more hashes", features -> list(features, "mm_hashes").add("a".repeat(32))),
                features(
                        "another modality",
                        features -> features.withObject("mm_hashes").putArray("video")),
                features(
                        "another hash outside",
                        features -> list(features, "mm_hashes").set(0, "a".repeat(32))),
                features(
                        "a null item", features -> list(features, "kwargs_data").setNull(0)),
                features(
                        "pixels for a reference",
                        features -> list(features, "kwargs_data").set(0, "gqxwaXhl")),
                features(
                        "a form that is gone",
                        features -> list(features, "kwargs_data").set(0, "mmraw:v2:a:b")),
                features(
                        "a reference cut off",
                        features -> list(features, "kwargs_data").set(0, "mmraw:{\"family\"")),
                range("a placeholder that is too short", 0, -1),
                range("a placeholder that is too long", 0, 1),
                range("a placeholder before its pads", -1, 0),
                range("a placeholder behind its pads", 1, 0),
                range("a placeholder beyond the prompt", 5_000, 0),
                range("a placeholder of no length", 0, -10_000),
                reference("another family", (ref, hash) -> ref.put("family", "kimi_k25")),
                reference("another layout", (ref, hash) -> ref.put("fingerprint", "0".repeat(32))),
                reference("another modality inside", (ref, hash) -> ref.put("modality", "video")),
                reference("no payload", (ref, hash) -> ref.remove("payload")),
                reference("no grid", (ref, hash) -> ref.putObject("payload")),
                reference("a grid of two", (ref, hash) -> grid(ref, 1, 4)),
                reference("a negative grid", (ref, hash) -> grid(ref, 1, -4, 6)),
                reference("another grid", (ref, hash) -> grid(ref, 1, 6, 4)),
                reference("an address on the net", (ref, hash) -> ref.put("raw_image_uri", "http://host/a.png")),
                reference("a path on another host", (ref, hash) -> ref.put("raw_image_uri", "file://host/a.png")),
                reference("a path outside", (ref, hash) -> ref.put("raw_image_uri", "file:///etc/passwd")),
                reference("a path that climbs out", (ref, hash) -> ref.put("raw_image_uri", run.toUri() + "../../x")),
                reference("no such file", (ref, hash) -> ref.put("raw_image_uri", run.toUri() + "none.png")),
                reference(
                        "other bytes",
                        (ref, hash) -> ref.put("raw_image_uri", stored("other", ProbePicture.GRADIENT.bytes()))),
                reference("no picture", (ref, hash) -> replaced(ref, hash, "text", new byte[] {1, 2, 3})),
                reference(
                        "half a picture",
                        (ref, hash) -> replaced(ref, hash, "half", Arrays.copyOf(ProbePicture.NOISE.bytes(), 900))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badReferences")
    void aBadReferenceIsRefusedBeforeAnythingIsSent(String name, Consumer<ObjectNode> fault) throws Exception {
        ObjectNode body = ProxyBodies.of(house.withImages(ProbePicture.NOISE));
        fault.accept(body);
        int before = server.generations.size();

        HttpResponse<String> answer = post(JSON.writeValueAsString(body));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        JsonNode error = JSON.readTree(answer.body()).path("error");
        assertThat(error.path("type").asString()).isEqualTo("invalid_mm_image_ref");
        assertThat(error.path("code").asInt()).isEqualTo(400);
        assertThat(server.generations).hasSize(before);
    }

    static Stream<Arguments> blindPrompts() {
        return Stream.of(
                fault("no features", body -> body.remove("features")),
                fault("features of null", body -> body.putNull("features")),
                fault("features that are empty", body -> body.putObject("features")),
                fault(
                        "an image of one pad that got lost",
                        body -> append(body, ScriptedVllm.START, ScriptedVllm.PAD, ScriptedVllm.END)),
                fault("an image's pads without their frame", body -> append(body, ScriptedVllm.PAD, ScriptedVllm.PAD)),
                fault(
                        "an image more than features",
                        body -> append(
                                body, ScriptedVllm.START, ScriptedVllm.PAD, ScriptedVllm.PAD, ScriptedVllm.END)));
    }

    private static void append(ObjectNode body, int... ids) {
        Arrays.stream(ids).forEach(((ArrayNode) body.path("token_ids"))::add);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("blindPrompts")
    void padsOfAnImageThatIsNotThereAreRefused(String name, Consumer<ObjectNode> fault) throws Exception {
        aBadReferenceIsRefusedBeforeAnythingIsSent(name, fault);
    }

    static Stream<Arguments> badBodies() {
        return Stream.of(
                arguments("no JSON", "{", "invalid_json"),
                arguments("a list", "[]", "invalid_json"),
                arguments("no ids", "{}", "invalid_request"),
                arguments("an empty list of ids", "{\"token_ids\":[]}", "invalid_request"),
                arguments("a negative id", "{\"token_ids\":[-1]}", "invalid_request"),
                arguments("a fraction", "{\"token_ids\":[1.5]}", "invalid_request"),
                arguments(
                        "paths of the client's own",
                        "{\"token_ids\":[1],\"content_parts\":[{\"type\":\"image_url\",\"url\":\"file:///etc/passwd\"}]}",
                        "invalid_request"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badBodies")
    void aBodyThatIsNoRequestIsRefusedAsSuch(String name, String body, String type) throws Exception {
        HttpResponse<String> answer = post(body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).at("/error/type").asString()).isEqualTo(type);
    }

    private static Arguments fault(String name, Consumer<ObjectNode> fault) {
        return arguments(name, fault);
    }

    private static Arguments features(String name, Consumer<ObjectNode> fault) {
        return fault(name, body -> fault.accept((ObjectNode) body.path("features")));
    }

    private static Arguments range(String name, int offset, int length) {
        return features(name, features -> {
            ObjectNode range = (ObjectNode) list(features, "mm_placeholders").get(0);
            range.put("offset", range.path("offset").asInt() + offset);
            range.put("length", Math.max(0, range.path("length").asInt() + length));
        });
    }

    /** The second argument of a fault sets the outer hash with the reference's own. */
    private static Arguments reference(String name, BiConsumer<ObjectNode, Consumer<String>> fault) {
        return features(name, features -> {
            ArrayNode items = list(features, "kwargs_data");
            ObjectNode reference =
                    (ObjectNode) JSON.readTree(items.get(0).asString().substring("mmraw:".length()));
            fault.accept(reference, hash -> list(features, "mm_hashes").set(0, hash));
            items.set(0, "mmraw:" + reference);
        });
    }

    private static ArrayNode list(ObjectNode features, String map) {
        return (ArrayNode) features.path(map).path("image");
    }

    private static void grid(ObjectNode reference, int... sides) {
        ArrayNode grid =
                reference.withObject("payload").putArray("image_grid_thw").addArray();
        Arrays.stream(sides).forEach(grid::add);
    }

    private static void replaced(ObjectNode reference, Consumer<String> hash, String name, byte[] bytes) {
        String mmHash = ImageHash.of(bytes).mmHash().hex();
        reference.put("raw_image_uri", stored(name, bytes)).put("mm_hash", mmHash);
        hash.accept(mmHash);
    }

    private static String stored(String name, byte[] bytes) {
        try {
            return Files.write(run.resolve(name + ".png"), bytes).toUri().toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static HttpResponse<String> post(String body) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(proxy.baseUrl().resolve(VllmRoutes.GENERATE))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
        }
    }
}

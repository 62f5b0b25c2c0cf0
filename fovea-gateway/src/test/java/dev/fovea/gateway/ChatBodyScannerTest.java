package dev.fovea.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.StoreSettings;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ChatBodyScannerTest {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path folder;

    private FileImageStore store;

    @BeforeEach
    void openStore() {
        store = FileImageStore.open(new StoreSettings(folder, 1 << 20, 0, 1 << 16));
    }

    @Test
    void anImageBecomesAFileAndItsUriStandsInItsPlace() throws IOException {
        byte[] image = {1, 2, 3, 4, 5};

        JsonNode rest = scan(
                user("{\"type\":\"image_url\",\"image_url\":{\"detail\":\"low\",\"url\":\"" + dataUrl(image) + "\"}}"));

        JsonNode url = rest.at("/messages/0/content/0/image_url");
        assertThat(url.path("url").asString())
                .startsWith("file:///")
                .endsWith(ImageHash.of(image).hex() + ".png");
        assertThat(url.path("detail").asString()).isEqualTo("low");
        assertThat(folder.resolve(ImageHash.of(image).hex() + ".png")).hasBinaryContent(image);
    }

    @Test
    void theHuggingFaceFormIsAnImageToo() throws IOException {
        JsonNode rest = scan(user("{\"type\":\"image\",\"image\":\"" + dataUrl(new byte[] {9}) + "\"}"));

        assertThat(rest.at("/messages/0/content/0/image").asString()).startsWith("file:///");
    }

    @Test
    void escapesInsideAPayloadAreResolved() throws IOException {
        byte[] image = {(byte) 0xFB, (byte) 0xFF, (byte) 0xBF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFE};
        String escaped = dataUrl(image).replace("/", "\\/").replace("+", "\\u002b");

        scan(user("{\"type\":\"image\",\"image\":\"" + escaped + "\"}"));

        assertThat(folder.resolve(ImageHash.of(image).hex() + ".png")).hasBinaryContent(image);
    }

    @Test
    void whatOnlyLooksLikeAnImageIsLeftAlone() throws IOException {
        String url = dataUrl(new byte[] {7});
        String body = "{\"tools\":[{\"type\":\"image\",\"image\":\"" + url
                + "\"}],\"messages\":[{\"role\":\"user\",\"content\":\"" + url
                + "\"},{\"role\":\"assistant\",\"tool_calls\":[{\"image_url\":{\"url\":\"" + url + "\"}}]}]}";

        assertThat(scan(body)).isEqualTo(JSON.readTree(body));
        assertThat(files()).isEmpty();
    }

    @Test
    void anImageUrlThatIsABareStringIsRefused() {
        assertThatThrownBy(
                        () -> scan(user("{\"type\":\"image_url\",\"image_url\":\"" + dataUrl(new byte[] {7}) + "\"}")))
                .isInstanceOfSatisfying(
                        RequestException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @Test
    void aBodyLeavesNothingBehindWhenItsImageIsDamaged() throws IOException {
        assertThatThrownBy(() -> scan(user("{\"type\":\"image\",\"image\":\"data:image/png;base64,AA A\"}")))
                .isInstanceOfSatisfying(
                        RequestException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_BASE64));
        assertThat(files()).isEmpty();
    }

    @Test
    void limitsAreNamed() {
        String image = "{\"type\":\"image\",\"image\":\"" + dataUrl(new byte[] {7}) + "\"}";

        assertThatThrownBy(() -> scan(user(image + "," + image), new BodyLimits(1 << 20, 1 << 20, 1)))
                .hasMessageContaining("more than 1 images")
                .hasMessageContaining("setting images");
        assertThatThrownBy(() -> scan(user("\"" + "x".repeat(2000) + "\""), new BodyLimits(1 << 20, 1000, 1)))
                .hasMessageContaining("text_bytes");
        assertThatThrownBy(() -> scan(user("\"" + "x".repeat(2000) + "\""), new BodyLimits(100, 1000, 1)))
                .hasMessageContaining("body_bytes");
    }

    @Test
    void theSameBytesHaveTheSameDigestHoweverTheyArrive() throws IOException {
        byte[] body = user("{\"type\":\"image\",\"image\":\"" + dataUrl(new byte[4000]) + "\"}")
                .getBytes(StandardCharsets.UTF_8);

        assertThat(scanner(BodyLimits.DEFAULTS)
                        .scan(new Trickle(body, new Random(1)))
                        .digest())
                .isEqualTo(scanner(BodyLimits.DEFAULTS)
                        .scan(new ByteArrayInputStream(body))
                        .digest());
    }

    @Test
    void anyChunkingGivesTheDocumentThatAParserSees() throws IOException {
        long seed = 20_260_903;
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            byte[] image = new byte[1 + random.nextInt(300)];
            random.nextBytes(image);
            String text = "a\\u00e9\\\"\\\\{[,:]}\\n\uD83D\uDE00 \\ud83d\\ude00".repeat(random.nextInt(3));
            String body = " { \"m\\u006fdel\" : \"" + text
                    + "\", \"messages\" : [ {\"role\":\"user\", \"c\\u006fntent\" : [ "
                    + "{\"type\":\"text\",\"text\":\"" + text + "\"} , {\"image_url\" : { \"url\" : \"" + dataUrl(image)
                    + "\" } , \"type\":\"image_url\"} ] } ] , \"n\" : 1 } ";

            ScannedBody scanned =
                    scanner(BodyLimits.DEFAULTS).scan(new Trickle(body.getBytes(StandardCharsets.UTF_8), random));
            String uri = scanned.stored().keySet().iterator().next();
            JsonNode expected = JSON.readTree(body.replace(dataUrl(image), uri));

            assertThat(tree(scanned)).as("seed %d round %d", seed, round).isEqualTo(expected);
        }
    }

    @Test
    void arbitraryBytesAreScannedOrRefusedButNeverAnythingElse() throws IOException {
        long seed = 20_260_904;
        Random random = new Random(seed);
        byte[] start = user("{\"type\":\"image\",\"image\":\"" + dataUrl(new byte[20]) + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = start.clone();
            for (int i = 0; i <= random.nextInt(4); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) "{}[]\",:\\udat0x".charAt(random.nextInt(14));
            }
            try (ChatBodyScanner scanner = scanner(BodyLimits.DEFAULTS)) {
                scanner.scan(new Trickle(damaged, random));
            } catch (FoveaException refused) {
                assertThat(refused.code()).as("seed %d round %d", seed, round).isNotNull();
            }
        }
        assertThat(files()).noneMatch(file -> file.getFileName().toString().endsWith(".tmp"));
    }

    private JsonNode scan(String body) throws IOException {
        return scan(body, BodyLimits.DEFAULTS);
    }

    private JsonNode scan(String body, BodyLimits limits) throws IOException {
        try (ChatBodyScanner scanner = scanner(limits)) {
            return tree(scanner.scan(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))));
        }
    }

    private ChatBodyScanner scanner(BodyLimits limits) {
        return new ChatBodyScanner(store, limits);
    }

    private static JsonNode tree(ScannedBody body) {
        byte[] text = new byte[body.json().remaining()];
        body.json().duplicate().get(text);
        return JSON.readTree(text);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static String user(String parts) {
        return "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":[" + parts + "]}]}";
    }

    private static String dataUrl(byte[] image) {
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(image);
    }

    /** Gives a few bytes at a time, as a slow network does. */
    private static final class Trickle extends InputStream {

        private final ByteArrayInputStream bytes;
        private final Random random;

        private Trickle(byte[] bytes, Random random) {
            this.bytes = new ByteArrayInputStream(bytes);
            this.random = random;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, Math.min(length, 1 + random.nextInt(7)));
        }
    }
}

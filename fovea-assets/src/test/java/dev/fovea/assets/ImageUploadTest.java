package dev.fovea.assets;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ImageUploadTest {

    /** Rows of the golden file where the reference is careless and Fovea refuses on purpose. */
    private static final Set<String> REFUSED_ON_PURPOSE = Set.of(
            "url-empty",
            "url-white", // a blank; CR, LF and TAB would pass
            "url-urlsafe",
            "url-percents",
            "url-after-pad",
            "url-after-pad-2",
            "url-noncanonical",
            "url-pad-extra",
            "url-pad-only");

    @TempDir
    Path folder;

    private FileImageStore store;

    @BeforeEach
    void openStore() {
        store = FileImageStore.open(new StoreSettings(folder.resolve("images"), 1 << 20, 0, 1 << 16));
    }

    @Test
    void everyGoldenUrlGivesTheReferencesFileOrIsRefusedOnPurpose() throws IOException {
        for (JsonNode row : Json.lines("/golden/store/images.jsonl")) {
            String id = row.get("id").asString();
            if (!row.get("url").isString()) {
                continue; // a URL that is no text never reaches this room
            }
            JsonNode ok = row.get("verdict").get("ok");
            if (id.equals("url-file")) {
                assertThat(upload(row.get("url").asString()).uri())
                        .isEqualTo(row.get("url").asString());
            } else if (ok == null || ok.isNull() || REFUSED_ON_PURPOSE.contains(id)) {
                assertThatThrownBy(() -> upload(row.get("url").asString()))
                        .as(id)
                        .isInstanceOf(RequestException.class);
            } else {
                StoredImage stored =
                        requireNonNull(upload(row.get("url").asString()).stored(), id);

                assertThat(stored.uri()).as(id).endsWith("/" + ok.get("name").asString());
                assertThat(stored.hash().hex())
                        .as(id)
                        .isEqualTo(ok.get("sha256").asString());
                assertThat(stored.hash().mmHash().hex())
                        .as(id)
                        .isEqualTo(ok.get("mm_hash").asString());
                assertThat(FileUri.parse(stored.uri()))
                        .as(id)
                        .hasBinaryContent(HexFormat.of()
                                .parseHex(ok.get("bytes").get("$hex").asString()));
            }
        }
        assertThat(temporaryFiles()).isEmpty();
    }

    @Test
    void aMislabelledImageIsStoredByItsBytesUnderTheExtensionOfItsLabel() {
        JsonNode requests =
                Json.read("/cases/003-mislabelled-media-type/case.json").at("/input/requests");
        JsonNode expected =
                Json.read("/cases/003-mislabelled-media-type/case.json").get("expect");
        String truth = ImageHash.of(Json.bytes("/cases/003-mislabelled-media-type/truth.png"))
                .hex();

        for (String label : List.of("image_jpg", "image_jpeg", "image_png", "upper")) {
            StoredImage stored =
                    requireNonNull(upload(imageUrl(requests.get(label))).stored());

            assertThat(stored.hash().hex()).isEqualTo(truth);
            assertThat(stored.uri())
                    .endsWith(expected.get(label).get("asset_name").asString());
        }
    }

    @Test
    void aDialectWithItsOwnMediaTypeFeedsDecoderAndStoreDirectly() {
        JsonNode source = Json.read("/cases/003-mislabelled-media-type/case.json")
                .at("/input/requests/messages_image_jpg/body/messages/0/content/1/source");
        ImageMediaType type =
                new ImageMediaType(source.get("media_type").asString().substring("image/".length()));

        try (ImageIngest ingest = store.begin(type)) {
            Base64Decoder decoder = new Base64Decoder(ingest);
            byte[] payload = source.get("data").asString().getBytes(StandardCharsets.US_ASCII);
            decoder.write(payload, 0, payload.length);
            decoder.finish();

            assertThat(ingest.commit().uri())
                    .endsWith("9a784e8e664a00bb038207cb9bea68349bbf4f41598ad7b898a0796ac32f4384.jpg");
        }
    }

    @Test
    void aPlusThatBecameABlankIsRefusedAndNeverStored() throws IOException {
        JsonNode requests = Json.read("/cases/004-plus-became-blank/case.json").at("/input/requests");
        String truth = ImageHash.of(Json.bytes("/cases/004-plus-became-blank/truth.png"))
                .hex();

        for (String good : List.of("plain", "line_wrapped")) {
            assertThat(requireNonNull(upload(imageUrl(requests.get(good))).stored())
                            .hash()
                            .hex())
                    .isEqualTo(truth);
        }
        for (String damaged : List.of("blanks", "percent")) {
            RequestException refused =
                    catchThrowableOfType(RequestException.class, () -> upload(imageUrl(requests.get(damaged))));

            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_BASE64);
            assertThat(refused.getMessage()).doesNotContain("iVBORw0KGgoAAAANSUhEUgAAAAYAAAAGCAIAAABv");
        }

        try (Stream<Path> files = Files.list(store.directory())) {
            assertThat(files).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "https://user:secret@host/x.png?token=abc|unsupported_image_source|'https://host/x.png'",
                "file:/x|unsupported_image_source|'file:/x'",
                "FILE:///x|unsupported_image_source|'FILE:///x'",
                "/home/me/picture.png|unsupported_image_source|'/home/me/pi…'",
                "iVBORw0KGgoAAAANSUhEUgAAAAYAAAAGCAIAAABv|unsupported_image_source|'iVBORw0KGgo…'",
                "data:text/plain;base64,AAAA|unsupported_image_source|'data:text/plain;base64'",
                "data:image/png,AAAA|unsupported_image_source|'data:image/png'",
                "DATA:image/png;base64,AAAA|unsupported_image_source|'DATA:image/png;base64'",
                "data:image/png;BASE64,AAAA|unsupported_image_source|'data:image/png;BASE64'",
                "data:video/mp4;base64,AAAA|unsupported_modality|'data:video/mp4;base64'",
                "data:audio/wav;base64,AAAA|unsupported_modality|'data:audio/wav;base64'",
                "\"\"|unsupported_image_source|''",
            })
    void whatIsNoImageIsRefusedWithItsHeadOnly(String url, String code, String shown) {
        RequestException refused = catchThrowableOfType(RequestException.class, () -> upload(url));

        assertThat(refused.code().wire()).isEqualTo(code);
        assertThat(refused.what()).contains(shown).doesNotContain("secret", "token=abc");
    }

    @Test
    void anEndlessHeaderIsRefusedBeforeItIsRead() {
        String url = "data:image/png" + ";a=b".repeat(10_000) + ";base64,AAAA";

        assertThatThrownBy(() -> upload(url)).hasMessageContaining("is not supported");
    }

    @Test
    void anImageAboveTheLimitLeavesNothingBehind() throws IOException {
        String url = "data:image/png;base64," + "AAAA".repeat(400_000);

        assertThatThrownBy(() -> upload(url))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_TOO_LARGE))
                .hasMessageContaining("1,048,576");
        assertThat(temporaryFiles()).isEmpty();
    }

    private UploadedImage upload(String url) {
        try (ImageUpload upload = new ImageUpload(store)) {
            byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
            for (int at = 0; at < bytes.length; at += 7) {
                upload.write(bytes, at, Math.min(7, bytes.length - at));
            }
            return upload.finish();
        }
    }

    private List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(store.directory())) {
            return files.filter(file -> file.getFileName().toString().startsWith("."))
                    .toList();
        }
    }

    private static String imageUrl(JsonNode request) {
        return request.at("/body/messages").findValue("url").asString();
    }
}

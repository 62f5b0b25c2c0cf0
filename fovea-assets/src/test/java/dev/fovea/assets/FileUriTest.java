package dev.fovea.assets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class FileUriTest {

    /** Rows where the reference reads on and Fovea refuses, with the reason. */
    private static final Map<String, String> REFUSED_ON_PURPOSE = Map.of(
            "parse-14", "no absolute path",
            "parse-15", "no absolute path",
            "parse-16", "no absolute path",
            "parse-21", "NUL",
            "parse-23", "not UTF-8",
            "parse-35", "control character",
            "parse-36", "another scheme");

    /** Rows where both read on and the path differs: a trailing or doubled slash names the same file. */
    private static final Map<String, String> SAME_FILE_OTHER_TEXT = Map.of("parse-24", "//a//b/");

    @Test
    void everyGoldenUriIsBuiltAndParsedAsTheReferenceDoesOrRefusedOnPurpose() {
        for (JsonNode row : Json.lines("/golden/store/uris.jsonl")) {
            String id = row.get("id").asString();
            String uri = row.get("uri").asString();
            JsonNode ok = row.has("verdict") ? row.get("verdict").get("ok") : row.get("path");
            if (row.has("path")) {
                assertThat(FileUri.ofPath(row.get("path").asString())).as(id).isEqualTo(uri);
            }
            if (ok == null || REFUSED_ON_PURPOSE.containsKey(id)) {
                assertThatThrownBy(() -> FileUri.parsePath(uri))
                        .as(id)
                        .isInstanceOfSatisfying(
                                RequestException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_FILE_URI))
                        .hasMessageContaining(REFUSED_ON_PURPOSE.getOrDefault(id, ""));
            } else {
                String path = SAME_FILE_OTHER_TEXT.getOrDefault(id, ok.asString());
                assertThat(FileUri.parsePath(uri)).as(id).isEqualTo(path);
            }
        }
    }

    @Test
    void anyPathComesBackFromItsUri() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            StringBuilder path = new StringBuilder("/");
            for (int i = random.nextInt(30); i > 0; i--) {
                int codePoint = 1 + random.nextInt(random.nextBoolean() ? 0x7F : 0x1FFFF);
                path.appendCodePoint(Character.getType(codePoint) == Character.SURROGATE ? '%' : codePoint);
            }

            String uri = FileUri.ofPath(path.toString());

            assertThat(uri).as("seed %d", seed).matches("file:///[A-Za-z0-9_.~/%-]*");
            assertThat(FileUri.parsePath(uri)).as("seed %d", seed).isEqualTo(path.toString());
        }
    }

    @Test
    void halfASurrogatePairIsRefused() {
        assertThatThrownBy(() -> FileUri.parsePath("file:///\ud800")).hasMessageContaining("half a surrogate pair");
    }
}

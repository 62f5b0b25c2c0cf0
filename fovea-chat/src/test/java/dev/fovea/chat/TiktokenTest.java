package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Against tiktoken 0.14.0 on 900 ranks that no training made: bytes in random order, then random pieces of text, many of which
 * merging never reaches.
 */
class TiktokenTest {

    private static final Path GOLDEN = Path.of("src/test/resources/tiktoken");
    private static final Pattern SPLIT =
            Pattern.compile("\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+|\\s+", Pattern.UNICODE_CHARACTER_CLASS);

    @TempDir
    private Path folder;

    @Test
    void everyRecordedTextHasTiktokensIds() throws IOException {
        Tokenizer tokenizer = Tiktoken.open(GOLDEN.resolve("ranks.tiktoken")).tokenizer(SPLIT, Map.of());
        int checked = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(GOLDEN.resolve("ranks.jsonl.gz"))), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode record = PythonJson.read(line).orElseThrow();
                String text = record.path("text").asString();
                int[] ids = record.path("ids")
                        .valueStream()
                        .mapToInt(JsonNode::asInt)
                        .toArray();

                assertThat(tokenizer.encode(text)).as(text).isEqualTo(TokenIds.of(ids));
                assertThat(tokenizer.decode(TokenIds.of(ids))).isEqualTo(text);
                checked++;
            }
        }
        assertThat(checked).isEqualTo(200);
    }

    @Test
    void aSpecialTokensSpellingIsText() {
        Tokenizer tokenizer =
                Tiktoken.open(GOLDEN.resolve("ranks.tiktoken")).tokenizer(SPLIT, Map.of("<|im_end|>", 900));

        assertThat(tokenizer.encode("a<|im_end|>").stream()).doesNotContain(900);
        assertThat(tokenizer.encodeMarked("a<|im_end|>").stream()).endsWith(900);
        assertThat(tokenizer.vocabulary()).isEqualTo(901);
    }

    @Test
    void aTextIsNotNormalised() {
        Tokenizer tokenizer = Tiktoken.open(GOLDEN.resolve("ranks.tiktoken")).tokenizer(SPLIT, Map.of());

        assertThat(tokenizer.decode(tokenizer.encode("e\u0301"))).isEqualTo("e\u0301");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "YQ== 0\nYg== 2\n",
                "YQ== 0\nYQ== 1\n",
                "YQ== 0\n?? 1\n",
                "YQ== 0\n\n",
                "YQ== 0\n 1\n",
                "YQ== 0\nYg==\n"
            })
    void aLineThatIsNoNewTokenWithItsRankIsRefusedByNumber(String lines) throws IOException {
        Path file = Files.writeString(folder.resolve("tiktoken.model"), lines);

        assertThatThrownBy(() -> Tiktoken.open(file))
                .isInstanceOfSatisfying(
                        SetupException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHECKPOINT))
                .hasMessageContaining("line 2 ");
    }

    @Test
    void aMissingFileIsRefusedByName() {
        assertThatThrownBy(() -> Tiktoken.open(folder.resolve("tiktoken.model")))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("tiktoken.model does not exist");
    }

    @Test
    void aVocabularyWithoutAByteIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("tiktoken.model"), "YQ== 0\n");

        assertThatThrownBy(() -> Tiktoken.open(file).tokenizer(SPLIT, Map.of()))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("single byte");
    }
}

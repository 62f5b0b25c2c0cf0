package dev.fovea.families.kimi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.chat.PythonJson;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.families.CheckpointFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class KimiVocabularyTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void writeACheckpoint() throws IOException {
        KimiCheckpoint.write(folder, "kimi_k25");
    }

    /** 300 random texts of all scripts and 100 tokens as words, recorded with tiktoken 0.14.0, Qwen3's ranks and Kimi's pattern. */
    @Test
    void everyRecordedTextHasTiktokensIds() throws IOException {
        Tokenizer tokenizer = KimiVocabulary.read(new CheckpointFolder(folder));
        int checked = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(Path.of("src/test/resources/kimi/words.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
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
        assertThat(checked).isEqualTo(400);
    }

    @Test
    void the256IdsBehindTheRanksAreSpecialNamedOrNot() {
        Tokenizer tokenizer = KimiVocabulary.read(new CheckpointFolder(folder));

        assertThat(tokenizer.vocabulary()).isEqualTo(KimiCheckpoint.RANKS + 256);
        assertThat(tokenizer.specialToken("<|im_end|>")).hasValue(KimiCheckpoint.RANKS + 2);
        assertThat(tokenizer.specialToken("<|reserved_token_151648|>")).hasValue(151_648);
    }

    @Test
    void aSpecialTokenOutsideOfThemIsRefused() throws IOException {
        Map<Integer, String> tokens = new HashMap<>(KimiCheckpoint.tokens());
        tokens.put(256, "[LATE]");
        KimiCheckpoint.special(folder, tokens);

        assertRefused("special token 151899");
    }

    @Test
    void aNameOfTwoIdsIsRefused() throws IOException {
        Map<Integer, String> tokens = new HashMap<>(KimiCheckpoint.tokens());
        tokens.put(30, "<|im_end|>");
        KimiCheckpoint.special(folder, tokens);

        assertRefused("two ids to the token <|im_end|>");
    }

    @Test
    void aConfigurationWithoutSpecialTokensIsRefused() throws IOException {
        Files.writeString(folder.resolve("tokenizer_config.json"), "{}");

        assertRefused("has no added_tokens_decoder");
    }

    private void assertRefused(String what) {
        assertThatThrownBy(() -> KimiVocabulary.read(new CheckpointFolder(folder)))
                .isInstanceOfSatisfying(
                        SetupException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHECKPOINT))
                .hasMessageContaining(what);
    }
}

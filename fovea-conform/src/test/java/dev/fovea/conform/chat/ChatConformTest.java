package dev.fovea.conform.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every recorded answer of the reference for every family, and whether a wrong one would be found. */
class ChatConformTest {

    private static final Path CORPUS = Path.of("src/test/resources/chat");

    @TempDir
    private Path folder;

    @Test
    void everyRecordIsTheReferencesOrProvenToDifferInOneDocumentedWay() {
        ConformReport report = ChatConform.check(CORPUS, Optional.empty());

        assertThat(report.differing()).as(() -> printed(report)).isZero();
        assertThat(report.checked()).isEqualTo(5_755);
        assertThat(report.setApart())
                .containsExactly(
                        entry("a call whose name is no text is refused", 2),
                        entry("a message without a role is refused", 1),
                        entry("an object as content is refused", 1),
                        entry("arguments without a word are {}", 6),
                        entry("arguments without a word are {}, special-token literals stay text", 3),
                        entry("dev:call-swallowed", 9),
                        entry("dev:null-image-key", 5),
                        entry("dev:string-parameter-stripped", 21),
                        entry("dev:thinking-false", 10),
                        entry("dev:thinking-false, flat calls name their results", 1),
                        entry("dev:thinking-false, special-token literals stay text", 3),
                        entry("dev:ts-fallback", 2),
                        entry("dev:ts-key-order", 12),
                        entry("dev:ts-key-order, flat calls name their results", 1),
                        entry("dev:untrimmed-media", 152),
                        entry("dev:untrimmed-media, special-token literals stay text", 15),
                        entry("flat calls name their results", 30),
                        entry("reasoning is read as reasoning_content", 12),
                        entry("refused, naming the place, what the reference drops", 196),
                        entry("special-token literals stay text", 459),
                        entry("texts of other parts are shown", 4));
    }

    @Test
    void aDeclarationThatIsAnotherIsFoundWhereKeysAreSorted() throws IOException {
        // 163601 ends the header of the tools' turn, too
        tamper("kimi-k2.5.render.jsonl.gz", "163601, 2, 13852", "163601, 2, 2, 13852");

        assertThat(ChatConform.check(folder, Optional.empty()).differing()).isGreaterThan(10);
    }

    @Test
    void spelledReasoningThatIsAnotherIsFound() throws IOException {
        tamper("kimi-k2.parse.jsonl.gz", "\"reasoning_content\": null", "\"reasoning_content\": \"r\"");

        assertThat(ChatConform.check(folder, Optional.empty()).differing()).isGreaterThan(100);
    }

    @Test
    void aTokenThatIsAnotherIsFound() throws IOException {
        // 151644 begins a turn; the first record of this kind then expects two
        tamper("qwen3-vl.hostile.jsonl.gz", "\"token_ids\": [151644,", "\"token_ids\": [151644, 151644,");

        ConformReport report = ChatConform.check(folder, Optional.empty());

        assertThat(report.differing()).isEqualTo(80);
        assertThat(printed(report)).contains("qwen3-vl/hostile/0000").endsWith("80 checked, 80 differing\n");
    }

    @Test
    void anAttributionThatIsAnotherIsFoundInHostileTextToo() throws IOException {
        tamper("qwen3-vl.hostile.jsonl.gz", "\"message_indices\": [[0, ", "\"message_indices\": [[1, 1], [0, ");

        assertThat(ChatConform.check(folder, Optional.empty()).differing()).isGreaterThan(40);
    }

    @Test
    void aCallThatIsAnotherIsFound() throws IOException {
        tamper("qwen3.5.parse.jsonl.gz", "\"status\": \"ok\"", "\"status\": \"missing_name\"");

        assertThat(ChatConform.check(folder, Optional.empty()).differing()).isGreaterThan(100);
    }

    @Test
    void aFolderThatIsNoCorpusIsRefused() {
        assertThatThrownBy(() -> ChatConform.check(folder, Optional.empty()))
                .isInstanceOfSatisfying(
                        SetupException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
                .hasMessageContaining("meta.json");
    }

    private void tamper(String file, String from, String to) throws IOException {
        Files.copy(CORPUS.resolve("meta.json"), folder.resolve("meta.json"));
        try (InputStream in = new GZIPInputStream(Files.newInputStream(CORPUS.resolve(file)));
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(file)))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text).contains(from);
            out.write(text.replace(from, to).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String printed(ConformReport report) {
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text));
        return text.toString();
    }
}

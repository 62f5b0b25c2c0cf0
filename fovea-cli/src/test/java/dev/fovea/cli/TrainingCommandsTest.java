package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code fovea samples}, {@code fovea pack} and {@code fovea batch show}, as a user calls them. */
class TrainingCommandsTest {

    private static final String FLAT = """
            {"example_id": 1, "reward": %s, "trajectory": [{"tokens": {"prompt_ids": [1, 2, 3], "completion_ids": [4, 5],
             "completion_logprobs": [-0.5, -0.25]}}]}""";

    @TempDir
    private Path folder;

    private record Run(int exitCode, String out, String err) {}

    private static Run run(String... args) {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        try (PrintStream taken = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            System.setOut(taken);
            int exitCode = Main.commandLine().setErr(new PrintWriter(err)).execute(args);
            return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString());
        } finally {
            System.setOut(before);
        }
    }

    private Path flatRecords() throws IOException {
        Path file = folder.resolve("rollouts.jsonl");
        Files.writeString(
                file,
                FLAT.formatted("1.0").replace("\n", "") + "\n"
                        + FLAT.formatted("0.0").replace("\n", "") + "\n");
        return file;
    }

    @Test
    void rolloutsBecomeSamplesAndThenRowsThatCanBeRead() throws IOException {
        Path samples = folder.resolve("step.bin");

        Run made = run("samples", flatRecords().toString(), "--out", samples.toString(), "--json");
        Run packed = run(
                "pack",
                samples.toString(),
                "--seq-len",
                "16",
                "--ranks",
                "2",
                "--pad-to-multiple-of",
                "4",
                "--to",
                "fs:" + folder);
        Run shown = run(
                "batch", "show", folder.resolve("rollouts/step_1/rank_0.bin").toString());

        JsonNode summary = JsonMapper.shared().readTree(made.out());
        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(summary.path("samples").asInt()).isEqualTo(2);
        assertThat(summary.path("rollouts").path("trained").asInt()).isEqualTo(2);
        assertThat(packed.out()).contains("2 packed", "1 for each of 2 ranks", "0 fillers, 6 tokens of padding");
        assertThat(shown.out()).contains("row 0: 8 tokens, 1 samples, 0 images, 2 trained", "...TT___");
    }

    @Test
    void aRowIsGivenToPrograms() throws IOException {
        run("pack", flatRecords().toString(), "--seq-len", "16", "--to", "fs:" + folder);

        Run shown = run(
                "batch",
                "show",
                "--json",
                folder.resolve("rollouts/step_1/rank_0.bin").toString());

        JsonNode row = JsonMapper.shared().readTree(shown.out());
        assertThat(row.path("sequence_lengths").toString()).isEqualTo("[5,5]");
        assertThat(row.path("loss_mask").toString()).isEqualTo("[[0,3],[1,2],[0,3],[1,2]]");
        assertThat(row.path("row_sha256").asString()).hasSize(64);
    }

    @Test
    void aRolloutWithAnImageIsRefusedAndTheOthersGoOn() throws IOException {
        Path file = flatRecords();
        Files.writeString(
                file,
                Files.readString(file)
                        + "{\"prompt\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\"}]}], \"trajectory\": []}\n");

        Run made = run("samples", file.toString());

        assertThat(made.exitCode()).isEqualTo(1);
        assertThat(made.out()).contains("refused line 3: prompt[0].content[0] of type image_url is no text", "made");
    }

    @Test
    void whatIsNoBatchIsRefusedWithItsByte() throws IOException {
        Path file = Files.writeString(folder.resolve("rank_0.bin"), "no batch");

        Run shown = run("batch", "show", file.toString());

        assertThat(shown.exitCode()).isEqualTo(Main.FAILED);
        assertThat(shown.err()).contains("[invalid_wire_data]", "byte");
    }

    @Test
    void aFolderWithoutRolloutsIsRefused() {
        assertThat(run("samples", folder.toString()).err()).contains("holds no rollouts");
    }

    @Test
    void aLineThatIsNoRecordIsRefusedAndTheOthersGoOn() throws IOException {
        Path file = flatRecords();
        Files.writeString(file, Files.readString(file) + "{\"a\": 1}\n[]\nnull\n{\"half\": \n");

        Run made = run("samples", file.toString());

        assertThat(made.exitCode()).isEqualTo(1);
        assertThat(made.out()).contains("refused line 3: ", "refused line 4: ", "refused line 5: ", "refused line 6: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pack", "batch show"})
    void aBrokenFileIsNamedInWords(String command) throws IOException {
        Path file = Files.write(folder.resolve("torn.bin"), new byte[0]);
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.add(file.toString());

        Run read = run(words.toArray(String[]::new));

        assertThat(read.exitCode()).isEqualTo(Main.FAILED);
        assertThat(read.err())
                .contains(file + ": message at byte 0 ends too early")
                .doesNotContain("Exception");
    }

    @Test
    void whatIsNoFileIsNotShown() {
        assertThat(run("batch", "show", folder.toString()).err())
                .contains("is no file; ")
                .doesNotContain("Exception");
    }

    @Test
    void samplesAreNotWrittenOverAFolder() throws IOException {
        Run made = run("samples", flatRecords().toString(), "--out", folder.toString());

        assertThat(made.exitCode()).isEqualTo(Main.CANNOT_START);
        assertThat(made.err()).contains("is no place for a file");
    }

    @Test
    void moreRanksThanAnyTrainerHasAreRefused() throws IOException {
        Run packed = run("pack", flatRecords().toString(), "--ranks", "2147483647");

        assertThat(packed.err()).contains("give --ranks from 1 to", "[invalid_configuration]");
    }

    @Test
    void aModelThatIsNotThereIsSaidInOneLine() throws IOException {
        Run packed = run(
                "pack",
                flatRecords().toString(),
                "--model",
                folder.resolve("nothere").toString());

        assertThat(packed.err()).contains("does not tell a model's sizes").hasLineCount(1);
    }
}

package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.training.safetensors.SafetensorsHeader;
import dev.fovea.training.safetensors.StoredTensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code fovea sft prepare}, as a user calls it. */
class SftPrepareTest {

    @TempDir
    private static Path folder;

    private static Path checkpoint;

    private record Run(int exitCode, String out) {}

    @BeforeAll
    static void writeADataset() throws IOException {
        checkpoint = TinyCheckpoint.write(folder.resolve("checkpoint"));
        Files.createDirectories(folder.resolve("data"));
        Files.write(folder.resolve("data/square.png"), TestImages.png(7, 64, 64));
        Files.write(folder.resolve("outside.png"), TestImages.png(9, 64, 64));
    }

    @Test
    void conversationsBecomeBatchesWithPixels() throws IOException {
        Path data = dataset(
                conversation("data:image/png;base64," + base64(TestImages.png(3, 64, 64)), "Red."),
                conversation("square.png", "A square."),
                "",
                "{\"messages\": [{\"role\": \"user\", \"content\": \"Say nothing.\"}]}");

        Run run = prepare(data, "both");

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out()).contains("2 conversations, 0 of them cut").contains("1 without an answer");
        Path batch = folder.resolve("both/step_1/rank_0/00000.safetensors");
        assertThat(tensors(batch))
                .contains(
                        "input_ids", "loss_mask", "ce_weights", "pixel_values", "image_grid_thw", "mrope_position_ids");
        assertThat(metadata(batch).path("environments").path(0).asString()).isEqualTo("sft");
        assertThat(metadata(batch).path("images_materialized").asInt()).isEqualTo(2);
        assertThat(files(folder.resolve("both/assets"))).hasSize(2);
    }

    @Test
    void aLineThatIsRefusedIsNamedAndTheOthersGoOn() throws IOException {
        Path data = dataset(
                conversation("../outside.png", "x"),
                "{\"messages\": [",
                conversation("https://e.org/a.png", "x"),
                conversation("square.png", "Kept."));

        Run run = prepare(data, "some", "--keep-order");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("line 1: outside_allowed_roots")
                .contains("line 2: invalid_json")
                .contains("line 3: unsupported_image_source")
                .contains("1 conversations");
    }

    @Test
    void anotherFolderIsReadOnlyWhereItIsAllowed() throws IOException {
        Path data = dataset(conversation("../outside.png", "x"));

        assertThat(prepare(data, "forbidden").exitCode()).isEqualTo(1);
        assertThat(prepare(data, "allowed", "--image-root", folder.toString()).exitCode())
                .isZero();
    }

    @Test
    void picturesNeedNotBeKept() throws IOException {
        Run run = prepare(dataset(conversation("square.png", "Gone.")), "inline", "--images", "inline");

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(files(folder.resolve("inline"))).allMatch(file -> file.startsWith("step_1"));
    }

    @Test
    void aConversationThatIsCutBeforeAnAnswerEndsIsLeftOut() throws IOException {
        Path data = dataset(
                conversation("square.png", "Words ".repeat(100)),
                "{\"messages\": [" + turn("user", "Hi") + "," + turn("assistant", "Yes.") + "," + turn("user", "More")
                        + "," + turn("assistant", "Words ".repeat(100)) + "]}");

        Run run = prepare(data, "cut", "--seq-len", "64");

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out()).contains("1 conversations, 1 of them cut").contains("1 cut before one ends");
    }

    @Test
    void everyRankGetsAsManyRows() throws IOException {
        String[] lines = Stream.generate(() -> conversation("square.png", "Yes."))
                .limit(7)
                .toArray(String[]::new);

        Run run = prepare(dataset(lines), "ranks", "--ranks", "3", "--step-size", "4", "--seq-len", "64");

        assertThat(run.exitCode()).as(run.out()).isZero();
        for (String step : List.of("step_1", "step_2")) {
            long rows = batches(step, 0);
            assertThat(rows).isPositive();
            assertThat(List.of(batches(step, 1), batches(step, 2))).containsOnly(rows);
        }
    }

    @Test
    void aFolderThatHoldsSomethingIsNotWrittenInto() throws IOException {
        Path data = dataset(conversation("square.png", "Yes."));
        Files.createDirectories(folder.resolve("taken/step_1"));

        assertThat(prepare(data, "taken").exitCode()).isEqualTo(Main.CANNOT_START);
    }

    private static long batches(String step, int rank) throws IOException {
        return files(folder.resolve("ranks/" + step + "/rank_" + rank)).stream()
                .filter(file -> file.endsWith(".safetensors"))
                .count();
    }

    private static Run prepare(Path data, String out, String... more) {
        StringWriter text = new StringWriter();
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text));
        List<String> arguments = new java.util.ArrayList<>(List.of(
                "sft",
                "prepare",
                data.toString(),
                "--model",
                checkpoint.toString(),
                "--out",
                folder.resolve(out).toString()));
        arguments.addAll(List.of(more));
        return new Run(command.execute(arguments.toArray(String[]::new)), text.toString());
    }

    private static Path dataset(String... lines) throws IOException {
        return Files.writeString(
                Files.createTempFile(folder.resolve("data"), "set", ".jsonl"), String.join("\n", lines));
    }

    private static String conversation(String image, String answer) {
        return "{\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\", \"image_url\": {\"url\": \""
                + image + "\"}}]}, " + turn("assistant", answer) + "]}";
    }

    private static String turn(String role, String text) {
        return "{\"role\": \"" + role + "\", \"content\": \"" + text + "\"}";
    }

    private static String base64(byte[] bytes) {
        return java.util.Base64.getEncoder().encodeToString(bytes);
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .toList();
        }
    }

    private static List<String> tensors(Path file) throws IOException {
        return header(file).tensors().stream().map(StoredTensor::name).toList();
    }

    private static JsonNode metadata(Path file) throws IOException {
        return new JsonMapper().readTree(header(file).metadata().get("fovea"));
    }

    private static SafetensorsHeader header(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return SafetensorsHeader.read(file, channel, (path, what, cause) -> {
                throw new AssertionError(path + " " + what, cause);
            });
        }
    }
}

package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.PythonJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code fovea render}, {@code fovea parse} and {@code fovea conform chat}, as a user calls them. */
class ChatCommandsTest {

    @TempDir
    private static Path folder;

    private static Path checkpoint;

    private record Run(int exitCode, String out, String err) {}

    @BeforeAll
    static void writeACheckpoint() {
        checkpoint = TinyCheckpoint.write(folder.resolve("checkpoint"));
    }

    @Test
    void aConversationIsRenderedWithItsPictures() throws IOException {
        Files.write(folder.resolve("square.png"), TestImages.png(0, 100, 100));
        Path chat = write("chat.json", """
                {"messages": [{"role": "user", "content": [{"type": "text", "text": "Look <|image_pad|> at"},
                  {"type": "image_url", "image_url": {"url": "%s"}}, {"type": "image", "image": "square.png"}]}]}""".formatted(TestImages.dataUrl(TestImages.png(0, 100, 100))));

        Run run = run("render", "--model", checkpoint.toString(), "--json", chat.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode json = PythonJson.read(run.out()).orElseThrow();
        assertThat(json.path("images").size()).isEqualTo(2);
        assertThat(json.path("images").path(0).path("length").asInt()).isEqualTo(4);
        assertThat(json.path("images").path(0).path("hash"))
                .isEqualTo(json.path("images").path(1).path("hash"));
        assertThat(json.path("message_roles").path(0).asString()).isEqualTo("user");
    }

    @Test
    void withoutATerminalEachOriginIsNamed() throws IOException {
        Path chat = write("named.json", "{\"messages\": [{\"role\": \"user\", \"content\": \"Look\\u001b[2J.\"}]}");

        Run run = run("render", "--model", checkpoint.toString(), chat.toString());

        assertThat(run.out())
                .contains(
                        "message 0 template: <|im_start|>user\\n", "message 0 content: Look\\\\u001b[2J.", "scaffold: ")
                .doesNotContain("\u001b");
    }

    @Test
    void aPictureFromTheNetIsRefusedAndNamed() throws IOException {
        Path chat = write("remote.json", """
                {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://e.org/a.png"}}]}]}""");

        Run run = run("render", "--model", checkpoint.toString(), chat.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("message 0 part 0", "nothing is fetched", "[unsupported_image_source]");
    }

    @Test
    void aSettingThatTheFamilyLacksCannotStart() throws IOException {
        Path chat = write("any.json", "{\"messages\": [{\"role\": \"user\", \"content\": \"x\"}]}");

        Run run = run("render", "--model", checkpoint.toString(), "--set", "reasoning_effort=low", chat.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("qwen3-vl has no setting reasoning_effort");
    }

    @Test
    void whatWasSampledIsReadAsAMessage() throws IOException {
        Path sampled = write(
                "sampled.json",
                "{\"completion\": \"Fine.\\n<tool_call>\\n{\\\"name\\\": \\\"f\\\", \\\"arguments\\\": {\\\"a\\\": 1}}\\n"
                        + "</tool_call><|im_end|>\"}");

        Run run = run("parse", "--model", checkpoint.toString(), sampled.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode message = PythonJson.read(run.out()).orElseThrow();
        assertThat(message.path("content").asString()).isEqualTo("Fine.");
        assertThat(message.path("tool_calls").path(0).path("status").asString()).isEqualTo("ok");
        assertThat(message.path("tool_calls").path(0).path("arguments").asString())
                .isEqualTo("{\"a\": 1}");
    }

    @Test
    void aFolderThatIsNoCorpusCannotStart() {
        Run run = run("conform", "chat", folder.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("meta.json");
    }

    private static Path write(String name, String json) throws IOException {
        return Files.writeString(folder.resolve(name), json);
    }

    private static Run run(String... args) {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            int exitCode = Main.commandLine().setErr(new PrintWriter(err, true)).execute(args);
            return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString());
        } finally {
            System.setOut(before);
        }
    }
}

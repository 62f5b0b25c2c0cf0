package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.fovea.contract.error.SetupException;
import dev.fovea.interop.ServerProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Commands that stand before servers: what they need, and what they leave behind. */
class EngineCommandsTest {

    @TempDir
    private static Path folder;

    private static Path checkpoint;

    @BeforeAll
    static void writeCheckpoint() {
        checkpoint = TinyCheckpoint.write(folder.resolve("good"));
    }

    @Test
    void aProbeNeedsNoRunFolderAndLeavesNoneBehind() throws IOException {
        HttpServer silent = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        silent.start();
        try {
            String url = "http://127.0.0.1:" + silent.getAddress().getPort();

            String said = refused("engine", "probe", url, "--model", checkpoint.toString());

            assertThat(said).contains("404").doesNotContain("--run-dir");
        } finally {
            silent.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "interop vllm --model M --run-dir R|interop vllm --engine vllm=URL, or --setup DIR",
                "interop replicas --model M --run-dir R|interop replicas --engine vllm=URL,URL, or --setup DIR",
                "interop replicas --model M --run-dir R --engine vllm=http://a:1 --setup S|interop replicas",
                "interop both --model M --run-dir R|KIND is vllm or replicas",
                "interop vllm --model M --run-dir R --setup S --reference-form F4|auto, F1, F2 and F3",
                "proxy --engine embedded --model M --run-dir R|a proxy stands before servers",
                "eval --model M --weights-in-flight never|--weights-in-flight",
                "demo --engine references=http://a:1|keeps its own weights"
            })
    void aWrongCommandIsToldWhatToGive(String command, String told) {
        assertThat(refused(command.split(" ", -1))).contains(told);
    }

    @Test
    void aSetupFolderHasItsServerInAnEnvironment() throws IOException {
        Path setup = Files.createDirectories(folder.resolve("setup"));
        assertThatThrownBy(() -> ServerProgram.in(setup))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("venv/bin/vllm");

        Path vllm = Files.createDirectories(setup.resolve("venv/bin")).resolve("vllm");
        assertThat(Files.createFile(vllm).toFile().setExecutable(true)).isTrue();

        assertThat(ServerProgram.in(setup).command(checkpoint, 8_123))
                .startsWith(vllm.toString(), "serve", checkpoint.toString())
                .containsSequence("--port", "8123")
                .contains("--enable-scale-out");
    }

    private static String refused(String... arguments) {
        StringWriter said = new StringWriter();
        CommandLine line = Main.commandLine().setErr(new PrintWriter(said)).setOut(new PrintWriter(said));

        int code = line.execute(arguments);

        assertThat(code).as(said.toString()).isNotZero();
        return said.toString();
    }
}

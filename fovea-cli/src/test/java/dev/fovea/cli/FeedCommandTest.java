package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code fovea feed}, asked for what it cannot do: one sentence, and exit code 2. */
class FeedCommandTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --to             | nothing:x | safetensors:DIR, arrow:DIR and flight:PORT
                    --to             | flight:   | safetensors:DIR, arrow:DIR and flight:PORT
                    --to             | flight:99999 | safetensors:DIR, arrow:DIR and flight:PORT
                    --prefetch       | many      | no number of bytes
                    --prefetch       | -1        | no number of bytes
                    --missing-images | skip      | error, placeholder_zero_loss
                    --pixels         | uint8     | float32 or bfloat16
                    --from-step      | 0         | at least 1
                    --ahead          | 0         | at least 1
                    --max-steps      | 0         | at least 1
                    """)
    void anOptionThatMakesNoSenseIsSaidInASentence(String option, String value, String said) {
        StringWriter err = new StringWriter();

        int exitCode = run(err, option, value);

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).contains(said).doesNotContain("Exception").hasLineCount(1);
    }

    @Test
    void aFolderThatIsNoCheckpointIsSaid() {
        StringWriter err = new StringWriter();

        int exitCode = run(err, "--to", "flight:0");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).contains("[invalid_checkpoint]");
    }

    private int run(StringWriter err, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "feed",
                "--from",
                "fs:" + folder,
                "--model",
                folder.toString(),
                "--run-dir",
                folder.toString(),
                "--rank",
                "0"));
        args.addAll(List.of(more));
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(err, true));
        line.setOut(new PrintWriter(new StringWriter(), true));
        return line.execute(args.toArray(String[]::new));
    }
}

package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The program as the launcher starts it: with vectors, and without what the JVM says of them. */
@DisabledOnOs(OS.WINDOWS)
class StandardErrorTest {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @Test
    void theFirstWordsOnStandardErrorAreTheProgramsOwn() throws Exception {
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "exec \"$@\" 3>&2 2>/dev/null",
                        "sh",
                        JAVA,
                        "--add-modules=jdk.incubator.vector",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dfovea.stderr=3",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.fovea.cli.Main",
                        "demo",
                        "--steps",
                        "none")
                .start();

        String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said).startsWith("fovea: ").contains("'none' is not an int").hasLineCount(1);
        assertThat(process.waitFor()).isEqualTo(2);
    }
}

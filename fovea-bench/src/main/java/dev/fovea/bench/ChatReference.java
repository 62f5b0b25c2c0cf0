package dev.fovea.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Python reference in a process of its own. */
final class ChatReference {

    private static final int MINUTES = 10;

    private ChatReference() {}

    /** What came of it. */
    sealed interface Outcome {}

    /** Its times. */
    record Measured(JsonNode figures) implements Outcome {}

    /** Why there are none. */
    record Missing(String why) implements Outcome {}

    static Outcome run(Path python, Path folder) {
        try (InputStream script = ChatReference.class.getResourceAsStream("chat_reference.py")) {
            Path file = folder.resolve("reference.py");
            Files.write(
                    file, Objects.requireNonNull(script, "part of this build").readAllBytes());
            Process process = new ProcessBuilder(
                            python.toString(),
                            file.toString(),
                            folder.resolve("workload.json").toString(),
                            folder.resolve("tokenizer.json").toString())
                    .redirectErrorStream(true)
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroy();
                return new Missing(python + " does not run the reference: " + last(out));
            }
            return new Measured(JsonMapper.shared().readTree(last(out)));
        } catch (IOException | JacksonException e) {
            return new Missing(python + " does not run: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Missing("interrupted");
        }
    }

    private static String last(String out) {
        return out.strip().lines().reduce("", (before, line) -> line);
    }
}

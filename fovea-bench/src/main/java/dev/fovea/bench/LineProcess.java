package dev.fovea.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A child process that answers each line with a line of JSON. */
final class LineProcess implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Process process;
    private final Path errors;
    private final BufferedReader answers;
    private final Writer questions;

    private LineProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.questions = process.outputWriter(StandardCharsets.UTF_8);
    }

    static LineProcess start(List<String> command) throws IOException {
        Path errors = Files.createTempFile("fovea-bench-", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        try {
            return new LineProcess(builder.start(), errors);
        } catch (IOException e) {
            Files.delete(errors);
            throw e;
        }
    }

    /** Sends a line and returns the answer. */
    JsonNode ask(String question) throws IOException {
        questions.write(question + "\n");
        questions.flush();
        return answer();
    }

    /** The next line; where the process has ended instead, what it said last. */
    JsonNode answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException(lastWords());
        }
        return JSON.readTree(line);
    }

    private String lastWords() throws IOException {
        return Files.readString(errors)
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((earlier, later) -> later)
                .orElse("it ended without a word");
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            Files.deleteIfExists(errors);
        } catch (IOException leftBehind) {
            errors.toFile().deleteOnExit();
        }
    }
}

package dev.fovea.conform;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A folder of recorded answers. */
public final class Corpus {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path folder;

    public Corpus(Path folder) {
        this.folder = folder;
    }

    /** Whether the corpus has this file. */
    public boolean has(String name) {
        return Files.isRegularFile(folder.resolve(name));
    }

    /**
     * The bytes of a file.
     *
     * @throws SetupException {@code invalid_configuration} where it cannot be read
     */
    public byte[] bytes(String name) {
        try {
            return Files.readAllBytes(folder.resolve(name));
        } catch (IOException e) {
            throw unreadable(name, e.getClass().getSimpleName());
        }
    }

    /**
     * A file that is one JSON value.
     *
     * @throws SetupException {@code invalid_configuration} where it cannot be read, or is none
     */
    public JsonNode json(String name) {
        return parsed(name, new String(bytes(name), StandardCharsets.UTF_8));
    }

    /**
     * The records of a file with one JSON value a line, packed with gzip where its name ends so.
     *
     * @throws SetupException {@code invalid_configuration} where it cannot be read; a line that is no JSON ends the stream with it
     */
    public Stream<JsonNode> lines(String name) {
        try (InputStream raw = Files.newInputStream(folder.resolve(name));
                InputStream in = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.isBlank()).toList().stream()
                    .map(line -> parsed(name, line));
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(name, e.getClass().getSimpleName());
        }
    }

    private JsonNode parsed(String name, String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw unreadable(name, e.getOriginalMessage());
        }
    }

    private SetupException unreadable(String name, String why) {
        return new SetupException(
                ErrorCode.INVALID_CONFIGURATION,
                "the corpus file " + folder.resolve(name) + " cannot be read: " + why,
                "name a folder that holds such a corpus");
    }
}

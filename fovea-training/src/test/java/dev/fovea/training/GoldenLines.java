package dev.fovea.training;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recorded answers of the references, one JSON value a line, beside the test that reads them. */
public final class GoldenLines {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private GoldenLines() {}

    public static List<JsonNode> of(Class<?> test, String file) {
        try (InputStream raw = Objects.requireNonNull(test.getResourceAsStream(file), file);
                InputStream in = file.endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().map(JSON::readTree).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

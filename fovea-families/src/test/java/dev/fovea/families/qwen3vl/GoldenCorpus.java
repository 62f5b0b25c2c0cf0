package dev.fovea.families.qwen3vl;

import dev.fovea.chat.PythonJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;

/** Recorded answers of the reference: the sample among the test resources, or the folder that {@code fovea.golden} names. */
final class GoldenCorpus {

    private static final Path FOLDER = Path.of(System.getProperty("fovea.golden", "src/test/resources/qwen3vl/golden"));

    private GoldenCorpus() {}

    static List<JsonNode> records(String kind) {
        try (InputStream in = Files.newInputStream(FOLDER.resolve("qwen3-vl." + kind + ".jsonl.gz"));
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.US_ASCII))) {
            return lines.lines()
                    .map(line -> PythonJson.read(line).orElseThrow())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean hasTag(JsonNode row, String tag) {
        return row.path("tags").valueStream().anyMatch(t -> t.asString().equals(tag));
    }
}

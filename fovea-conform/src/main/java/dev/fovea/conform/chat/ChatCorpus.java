package dev.fovea.conform.chat;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.PythonJson;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A corpus folder.
 *
 * @param meta its {@code meta.json}
 * @param words what all its tokenizers share; they differ in added tokens only
 */
record ChatCorpus(Path folder, JsonNode meta, BytePairTokenizer words) {

    static ChatCorpus open(Path folder, Optional<Path> tokenizer) {
        JsonNode meta = PythonJson.read(text(folder.resolve("meta.json")))
                .orElseThrow(() -> refused(folder + ": meta.json is no JSON", null));
        return new ChatCorpus(folder, meta, CorpusVocabulary.open(folder, tokenizer));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw refused(file + " does not read (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    List<String> families() {
        return List.copyOf(meta.path("families").propertyNames());
    }

    CorpusFamily family(String name) {
        Map<String, Integer> added = new HashMap<>();
        for (JsonNode token : meta.path("families").path(name).path("added_tokens")) {
            added.put(token.path("content").asString(), token.path("id").asInt());
        }
        CorpusImages.Layout layout = name.startsWith("kimi") ? CorpusImages.Layout.KIMI : CorpusImages.Layout.QWEN;
        return new CorpusFamily(
                name, words.withAddedTokens(added), added, new CorpusImages(meta.path("images"), layout));
    }

    /** The records of one file; none where it is not there. */
    List<JsonNode> records(String family, String kind) {
        Path file = folder.resolve(family + "." + kind + ".jsonl.gz");
        if (!Files.exists(file)) {
            return List.of();
        }
        try (InputStream in = Files.newInputStream(file);
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(line -> PythonJson.read(line)
                            .orElseThrow(() -> refused(file + " holds a line that is no JSON", null)))
                    .toList();
        } catch (IOException e) {
            throw refused(file + " does not read (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    private static SetupException refused(String what, @Nullable Exception cause) {
        return new SetupException(
                ErrorCode.INVALID_CONFIGURATION, what, "give a folder with FAMILY.KIND.jsonl.gz and meta.json", cause);
    }
}
